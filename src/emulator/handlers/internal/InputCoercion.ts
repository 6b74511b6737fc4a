/**
 * Converts values to the expected type, like the service: `1` to a text, `"true"` and `"1"` to a boolean, `"5"` to a
 * number. Other values stay, and are refused by the decoder.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const yes = /^(?:true|1)$/i
const no = /^(?:false|0)$/i

const toBoolean = (value: unknown): unknown => {
  const text = String(value)
  if (yes.test(text)) return true
  return no.test(text) ? false : value
}

const toNumber = (value: string): unknown =>
  value.trim() === "" || Number.isNaN(Number(value)) ? value : Number(value)

const accepts = new WeakMap<SchemaAST.AST, (value: unknown) => boolean>()

const isA = (ast: SchemaAST.AST, value: unknown): boolean => {
  if (SchemaAST.isString(ast)) return typeof value === "string"
  if (SchemaAST.isObjects(ast)) return Predicate.isObject(value) && !Array.isArray(value)
  let is = accepts.get(ast)
  if (is === undefined) accepts.set(ast, (is = Schema.is(Schema.make(ast))))
  return is(value)
}

const coerceUnion = (members: ReadonlyArray<SchemaAST.AST>, value: unknown): unknown => {
  const exact = members.find((member) => isA(member, value))
  if (exact !== undefined) return coerce(exact, value)
  // Booleans of a query.
  if (members.every((member) => SchemaAST.isLiteral(member) && typeof member.literal === "string")) {
    const text = String(toBoolean(value))
    return members.some((member) => SchemaAST.isLiteral(member) && member.literal === text) ? text : value
  }
  for (const member of members) {
    const coerced = coerce(member, value)
    if (coerced !== value) return coerced
  }
  return value
}

/** The object with converted members; the same object if none is converted. */
const coerceObject = (ast: SchemaAST.Objects, value: Readonly<Record<PropertyKey, unknown>>): unknown => {
  let result = value
  for (const { name, type } of ast.propertySignatures) {
    if (!Object.hasOwn(value, name)) continue
    const coerced = coerce(type, value[name])
    if (coerced !== value[name]) result = { ...result, [name]: coerced }
  }
  return result
}

const coerce = (ast: SchemaAST.AST, value: unknown): unknown => {
  if (SchemaAST.isString(ast)) return typeof value === "number" || typeof value === "boolean" ? String(value) : value
  if (SchemaAST.isLiteral(ast)) return ast.literal === String(value) ? ast.literal : value
  if (SchemaAST.isBoolean(ast)) return typeof value === "string" || typeof value === "number" ? toBoolean(value) : value
  if (SchemaAST.isNumber(ast)) return typeof value === "string" ? toNumber(value) : value
  if (SchemaAST.isUnion(ast)) return coerceUnion(ast.types, value)
  if (SchemaAST.isObjects(ast)) {
    return Predicate.isObject(value) && !Array.isArray(value) ? coerceObject(ast, value) : value
  }
  if (SchemaAST.isArrays(ast)) {
    const [rest] = ast.rest
    return Array.isArray(value) && rest !== undefined ? value.map((item) => coerce(rest, item)) : value
  }
  return value
}

/** Converts a value to the wire form of a schema. */
export const makeCoercion = (schema: Schema.Top): ((value: unknown) => unknown) => {
  const ast = SchemaAST.toEncoded(schema.ast)
  return (value) => coerce(ast, value)
}
