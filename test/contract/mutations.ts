/**
 * What a later version of the service may do to an answer without telling: further fields, fields that are not there
 * although they were, and further values where the contract names those that it knows.
 */
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** An answer that was changed at one place. */
export interface Mutation {
  /** What was changed, such as `without items[0].sender_config`. */
  readonly name: string
  readonly body: unknown
}

type Path = ReadonlyArray<string | number>

/** A place of an answer that may be changed. */
interface Place {
  readonly path: Path
  readonly change: "field" | "without" | "value"
}

const isOptional = (ast: SchemaAST.AST): boolean => ast.context?.isOptional === true

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const listLiterals = (ast: SchemaAST.AST): ReadonlyArray<unknown> | undefined => {
  if (SchemaAST.isLiteral(ast)) return [ast.literal]
  return SchemaAST.isUnion(ast) && ast.types.every(SchemaAST.isLiteral)
    ? ast.types.flatMap((type) => listLiterals(type) ?? [])
    : undefined
}

/** Whether a value is none of what the member of a union is for, such as one of another status. */
const isOther = (ast: SchemaAST.AST, value: unknown): boolean =>
  SchemaAST.isObjects(ast) &&
  isRecord(value) &&
  ast.propertySignatures.some(({ name, type }) => listLiterals(type)?.includes(value[String(name)]) === false)

/** The places of a value by the encoded side of its schema; of a union all members count that could be meant. */
const listPlaces = (ast: SchemaAST.AST, value: unknown, path: Path): ReadonlyArray<Place> => {
  if (SchemaAST.isUnion(ast)) {
    // A literal beside any text: the known values of an open enumeration.
    const isOpen =
      ast.types.some(SchemaAST.isString) &&
      ast.types.some((type) => !SchemaAST.isNull(type) && !SchemaAST.isString(type))
    if (isOpen && typeof value === "string") return [{ path, change: "value" }]
    return ast.types.flatMap((type) => (isOther(type, value) ? [] : listPlaces(type, value, path)))
  }
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const type = ast.elements[index] ?? ast.rest[0]
      return type === undefined ? [] : listPlaces(type, item, [...path, index])
    })
  }
  if (!SchemaAST.isObjects(ast) || !isRecord(value)) return []
  if (ast.propertySignatures.length === 0) {
    return ast.indexSignatures.flatMap(({ type }) =>
      Object.entries(value).flatMap(([name, member]) => listPlaces(type, member, [...path, name]))
    )
  }
  return [
    { path, change: "field" },
    ...ast.propertySignatures.flatMap(({ name, type }): ReadonlyArray<Place> => {
      const key = String(name)
      if (!(key in value)) return []
      const inside = listPlaces(type, value[key], [...path, key])
      return isOptional(type) ? [{ path: [...path, key], change: "without" }, ...inside] : inside
    })
  ]
}

/** A copy that is other at one place; `undefined` leaves the member out. */
const changed = (value: unknown, [step, ...rest]: Path, member: (old: unknown) => unknown): unknown => {
  if (step === undefined) return member(value)
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? changed(item, rest, member) : item))
  if (!isRecord(value)) return value
  const inside = changed(value[step], rest, member)
  const { [step]: _, ...others } = value
  return inside === undefined ? others : { ...value, [step]: inside }
}

const additions: ReadonlyArray<unknown> = ["text", 7, true, null, [], [{ id: "x" }], { nested: { value: 1 } }]

const printPath = (path: Path) =>
  path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("") || "."

/** Every change of an answer at one place; `seed` decides which fields and values appear. */
export const listMutations = (schema: Schema.Top, body: unknown, seed: number): ReadonlyArray<Mutation> =>
  listPlaces(SchemaAST.toEncoded(schema.ast), body, []).map(({ change, path }, index) => {
    const at = printPath(path)
    switch (change) {
      case "field": {
        const name = `added_${seed}_${index}`
        const value = additions[(seed + index) % additions.length]
        return {
          name: `with ${name} at ${at}`,
          body: changed(body, path, (old) => ({ ...(old as object), [name]: value }))
        }
      }
      case "without":
        return { name: `without ${at}`, body: changed(body, path, () => undefined) }
      case "value":
        return { name: `another value at ${at}`, body: changed(body, path, () => `another_${seed}`) }
    }
  })
