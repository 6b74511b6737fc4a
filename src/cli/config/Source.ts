/**
 * Reads a configuration file as data: `gatefold.config.ts`, or the vendor's `hexclave.config.ts`. Commands never run
 * it, so an unknown file is safe to read.
 */
import { type Expression, type File, parse } from "@babel/parser"
import * as Effect from "effect/Effect"
import type { Json, JsonObject } from "../../domain/Json.ts"
import { type CommandError, refused } from "../CommandError.ts"
import { reasonOf } from "../ProblemText.ts"

/** A place in the text, as two offsets. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A member of an object in the file. */
export interface Member extends Range {
  /** The names in its key: `"auth.password"` has two. */
  readonly names: ReadonlyArray<string>
  readonly value: Node
}

/** A value in the file, with its place. */
export type Node =
  | (Range & { readonly kind: "object"; readonly members: ReadonlyArray<Member> })
  | (Range & { readonly kind: "value"; readonly value: Json })
  /** `secretFromEnv("…")` */
  | (Range & { readonly kind: "secret"; readonly variable: string })

/** A file that has been read. */
export interface Source {
  readonly text: string
  readonly root: Node & { readonly kind: "object" }
  /**
   * How it exports the configuration: by default, as `gatefold.config.ts` does, or under the name `config`, as the
   * vendor's files do.
   */
  readonly exported: "default" | "named"
  /** The end of each comment by its start. */
  readonly comments: ReadonlyMap<number, number>
}

/** The longest file, in characters. */
const maxLength = 16_000_000

type Statement = File["program"]["body"][number]

/** Why the file is not plain data, at a place of it. */
class NotPlain extends Error {
  readonly start: number
  constructor(message: string, node: { readonly start?: number | null | undefined }) {
    super(message)
    this.start = node.start ?? 0
  }
}

const plainOnly =
  "a configuration file has only literals, because commands read it without running it. " +
  'For secrets, write secretFromEnv("NAME")'

const rangeOf = ({ end, start }: { readonly start?: number | null; readonly end?: number | null }): Range => ({
  start: start ?? 0,
  end: end ?? 0
})

/** An expression without its types and parentheses. */
const bare = (node: Expression): Expression =>
  node.type === "TSAsExpression" ||
  node.type === "TSSatisfiesExpression" ||
  node.type === "TSNonNullExpression" ||
  node.type === "TSTypeAssertion" ||
  node.type === "ParenthesizedExpression"
    ? bare(node.expression)
    : node

const calledName = (node: Expression): string | undefined =>
  node.type === "CallExpression" && node.callee.type === "Identifier" ? node.callee.name : undefined

/** The only argument of a call. */
const argumentOf = (node: Expression): Expression | undefined => {
  if (node.type !== "CallExpression" || node.arguments.length !== 1) return undefined
  const [argument] = node.arguments
  return argument === undefined || argument.type === "SpreadElement" || argument.type === "ArgumentPlaceholder"
    ? undefined
    : bare(argument)
}

const scalarOf = (node: Expression): Json | undefined => {
  switch (node.type) {
    case "StringLiteral":
    case "NumericLiteral":
    case "BooleanLiteral":
      return node.value
    case "NullLiteral":
      return null
    case "TemplateLiteral":
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
    case "UnaryExpression": {
      const value = node.operator === "-" ? scalarOf(node.argument) : undefined
      return typeof value === "number" ? -value : undefined
    }
    default:
      return undefined
  }
}

/** A value without secrets and places, for arrays, which are replaced as a whole. */
const jsonOf = (node: Node, at: Expression): Json => {
  if (node.kind === "value") return node.value
  if (node.kind === "secret") throw new NotPlain("secretFromEnv cannot be inside a list", at)
  return Object.fromEntries(node.members.map(({ names, value }) => [names.join("."), jsonOf(value, at)]))
}

const isUndefined = (node: Expression): boolean => node.type === "Identifier" && node.name === "undefined"

const read = (expression: Expression): Node => {
  const node = bare(expression)
  const range = rangeOf(node)
  if (node.type === "ObjectExpression") {
    const names = new Set<string>()
    const members = node.properties.flatMap((property): ReadonlyArray<Member> => {
      if (property.type !== "ObjectProperty") throw new NotPlain(plainOnly, property)
      const { computed, key, value } = property
      const name =
        computed || property.shorthand
          ? undefined
          : key.type === "Identifier"
            ? key.name
            : key.type === "StringLiteral" || key.type === "NumericLiteral"
              ? String(key.value)
              : undefined
      if (name === undefined) throw new NotPlain(plainOnly, property)
      if (names.has(name)) throw new NotPlain(`${name} is there twice`, property)
      names.add(name)
      const path = name.split(".")
      if (path.some((part) => part === "" || part === "__proto__"))
        throw new NotPlain(`${name} is not a name`, property)
      // An object literal has expressions only: patterns belong to assignments.
      const inside = bare(value as Expression)
      return isUndefined(inside) ? [] : [{ ...rangeOf(property), names: path, value: read(inside) }]
    })
    return { kind: "object", members, ...range }
  }
  if (node.type === "ArrayExpression") {
    const value = node.elements.map((element) => {
      if (element === null || element.type === "SpreadElement") throw new NotPlain(plainOnly, element ?? node)
      return jsonOf(read(element), element)
    })
    return { kind: "value", value, ...range }
  }
  if (calledName(node) === "secretFromEnv") {
    const argument = argumentOf(node)
    const variable = argument === undefined ? undefined : scalarOf(argument)
    if (typeof variable !== "string" || !/^[A-Za-z_]\w*$/.test(variable)) {
      throw new NotPlain("secretFromEnv takes the name of an environment variable in quotes", node)
    }
    return { kind: "secret", variable, ...range }
  }
  const value = scalarOf(node)
  if (value === undefined) throw new NotPlain(plainOnly, node)
  return { kind: "value", value, ...range }
}

/** The constants of the file, by name, and what it exports. */
const exportsOf = (body: ReadonlyArray<Statement>) => {
  const constants = new Map<string, Expression>()
  let byDefault: Expression | undefined
  let named: Expression | undefined
  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    if (declaration?.type === "VariableDeclaration") {
      for (const { id, init } of declaration.declarations) {
        if (id.type !== "Identifier" || !init) continue
        constants.set(id.name, init)
        if (statement.type === "ExportNamedDeclaration" && id.name === "config") named = init
      }
    }
    if (statement.type === "ExportDefaultDeclaration") {
      const { declaration } = statement
      if (
        declaration.type === "ClassDeclaration" ||
        declaration.type === "EnumDeclaration" ||
        declaration.type === "StructDeclaration" ||
        declaration.type === "TSInterfaceDeclaration" ||
        declaration.type === "FunctionDeclaration" ||
        declaration.type === "TSDeclareFunction"
      ) {
        throw new NotPlain(plainOnly, statement)
      }
      byDefault = declaration
    }
  }
  return { byDefault, constants, named }
}

const sourceOf = (text: string): Source => {
  const { comments, program } = parse(text, {
    sourceType: "module",
    plugins: ["typescript"],
    attachComment: false
  })
  const { byDefault, constants, named } = exportsOf(program.body)
  const exported = byDefault ?? named
  if (exported === undefined) {
    throw new NotPlain("it exports no configuration. Write export default defineConfig({ … })", { start: 0 })
  }
  let node = bare(exported)
  if (node.type === "Identifier") node = bare(constants.get(node.name) ?? node)
  if (/^define\w*$/.test(calledName(node) ?? "")) node = argumentOf(node) ?? node
  const root = read(node)
  if (root.kind !== "object") throw new NotPlain("the configuration is not an object", node)
  return {
    text,
    root,
    exported: byDefault === undefined ? "named" : "default",
    comments: new Map(comments?.map((comment) => [rangeOf(comment).start, rangeOf(comment).end]))
  }
}

const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split("\n")
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

/** Where and why the parser stopped. */
const parseProblem = (cause: unknown, text: string): string => {
  if (cause instanceof NotPlain) return `${placeOf(text, cause.start)}: ${cause.message}`
  if (cause instanceof RangeError) return "1:1: it is nested too deeply"
  if (cause instanceof SyntaxError && "pos" in cause && typeof cause.pos === "number") {
    return `${placeOf(text, cause.pos)}: ${cause.message.replace(/\.? \(\d+:\d+\)$/, "")}`
  }
  return `1:1: ${reasonOf(cause)}`
}

/** Reads the text of a file. Its name is for messages. */
export const parseSource = (text: string, file: string): Effect.Effect<Source, CommandError> =>
  text.length > maxLength
    ? Effect.fail(refused(`${file} is too long for a configuration file.`, "InvalidConfigFile"))
    : Effect.try({
        try: () => sourceOf(text),
        catch: (cause) => refused(`${file}:${parseProblem(cause, text).replace(/[^.]$/, "$&.")}`, "InvalidConfigFile")
      })

/** The values of a file as nested objects, without its secrets. */
export const objectOf = (node: Source["root"]): JsonObject =>
  Object.fromEntries(
    node.members.flatMap(({ names, value }) => {
      if (value.kind === "secret") return []
      return [[names.join("."), value.kind === "object" ? objectOf({ ...value, kind: "object" }) : value.value]]
    })
  )

/** The secrets that a file names: variables by path. */
export const secretsIn = (node: Node, path = ""): ReadonlyMap<string, string> => {
  if (node.kind === "secret") return new Map([[path, node.variable]])
  if (node.kind === "value") return new Map()
  return new Map(
    node.members.flatMap(({ names, value }) => [
      ...secretsIn(value, [...(path === "" ? [] : [path]), ...names].join("."))
    ])
  )
}
