/**
 * Reads a configuration file as data: `gatefold.config.ts`, or the vendor's `hexclave.config.ts`. Commands never run
 * it, so an unknown file is safe to read.
 */
import { type Expression, type File, parse } from "@babel/parser"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Json, JsonObject } from "../../domain/text/Json.ts"
import { type CommandError, refused } from "../CommandError.ts"
import { describeCause, withStop } from "../output/ProblemText.ts"

export interface Range {
  readonly start: number
  readonly end: number
}

export interface ConfigMember extends Range {
  /** The names in its key: `"auth.password"` has two. */
  readonly names: ReadonlyArray<string>
  readonly value: ConfigNode
}

export type ConfigNode =
  | (Range & { readonly kind: "object"; readonly members: ReadonlyArray<ConfigMember> })
  | (Range & { readonly kind: "value"; readonly value: Json })
  /** `secretFromEnv("…")` */
  | (Range & { readonly kind: "secret"; readonly variable: string })

export interface Source {
  readonly text: string
  readonly root: ConfigNode & { readonly kind: "object" }
  /**
   * How it exports the configuration: by default, as `gatefold.config.ts` does, or under the name `config`, as the
   * vendor's files do.
   */
  readonly exported: "default" | "named"
  /** The import of values from `gatefold/config-file`, if there is one: its names, and where the last one ends. */
  readonly imports: { readonly names: ReadonlyArray<string>; readonly end: number } | undefined
  readonly comments: ReadonlyMap<number, number>
}

const maxLength = 16_000_000

type Statement = File["program"]["body"][number]
type ArrayExpression = Extract<Expression, { readonly type: "ArrayExpression" }>
type ObjectExpression = Extract<Expression, { readonly type: "ObjectExpression" }>
type ObjectProperty = Extract<ObjectExpression["properties"][number], { readonly type: "ObjectProperty" }>

/** A place of the file that is not plain data, and why. */
interface NotPlain {
  readonly start: number
  readonly problem: string
}

type ReadResult<A> = Result.Result<A, NotPlain>

const failNotPlain = (problem: string, node: { readonly start?: number | null | undefined }): ReadResult<never> =>
  Result.fail({ start: node.start ?? 0, problem })

const plainOnly =
  "a configuration file has only literals, because commands read it without running it. " +
  'For secrets, write secretFromEnv("NAME")'

const toRange = ({ end, start }: { readonly start?: number | null; readonly end?: number | null }): Range => ({
  start: start ?? 0,
  end: end ?? 0
})

const unwrap = (node: Expression): Expression =>
  node.type === "TSAsExpression" ||
  node.type === "TSSatisfiesExpression" ||
  node.type === "TSNonNullExpression" ||
  node.type === "TSTypeAssertion" ||
  node.type === "ParenthesizedExpression"
    ? unwrap(node.expression)
    : node

const readCalleeName = (node: Expression): string | undefined =>
  node.type === "CallExpression" && node.callee.type === "Identifier" ? node.callee.name : undefined

const readOnlyArgument = (node: Expression): Expression | undefined => {
  if (node.type !== "CallExpression" || node.arguments.length !== 1) return undefined
  const [argument] = node.arguments
  return argument === undefined || argument.type === "SpreadElement" || argument.type === "ArgumentPlaceholder"
    ? undefined
    : unwrap(argument)
}

const readScalar = (node: Expression): Json | undefined => {
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
      const value = node.operator === "-" ? readScalar(node.argument) : undefined
      return typeof value === "number" ? -value : undefined
    }
    default:
      return undefined
  }
}

/** A value without secrets and places, for arrays, which are replaced as a whole. */
const toJson = (node: ConfigNode, at: Expression): ReadResult<Json> => {
  if (node.kind === "value") return Result.succeed(node.value)
  if (node.kind === "secret") return failNotPlain("secretFromEnv cannot be inside a list", at)
  const members = node.members.map(({ names, value }) =>
    Result.map(toJson(value, at), (json) => [names.join("."), json] as const)
  )
  return Result.map(Result.all(members), Object.fromEntries<Json>)
}

const isUndefined = (node: Expression): boolean => node.type === "Identifier" && node.name === "undefined"

const readKey = ({ computed, key, shorthand }: ObjectProperty): string | undefined => {
  if (computed || shorthand) return undefined
  if (key.type === "Identifier") return key.name
  return key.type === "StringLiteral" || key.type === "NumericLiteral" ? String(key.value) : undefined
}

const readObject = (node: ObjectExpression): ReadResult<ConfigNode> =>
  Result.gen(function* () {
    const keys = new Set<string>()
    const members: Array<ConfigMember> = []
    for (const property of node.properties) {
      const key = property.type === "ObjectProperty" ? readKey(property) : undefined
      if (property.type !== "ObjectProperty" || key === undefined) return yield* failNotPlain(plainOnly, property)
      if (keys.has(key)) return yield* failNotPlain(`${key} is there twice`, property)
      keys.add(key)
      const names = key.split(".")
      if (names.some((name) => name === "" || name === "__proto__")) {
        return yield* failNotPlain(`${key} is not a name`, property)
      }
      // An object literal has expressions only: patterns belong to assignments.
      const value = unwrap(property.value as Expression)
      if (!isUndefined(value)) members.push({ ...toRange(property), names, value: yield* read(value) })
    }
    return { kind: "object" as const, members, ...toRange(node) }
  })

const readArray = (node: ArrayExpression): ReadResult<ConfigNode> =>
  Result.gen(function* () {
    const value: Array<Json> = []
    for (const element of node.elements) {
      if (element === null || element.type === "SpreadElement") return yield* failNotPlain(plainOnly, element ?? node)
      value.push(yield* toJson(yield* read(element), element))
    }
    return { kind: "value" as const, value, ...toRange(node) }
  })

const read = (expression: Expression): ReadResult<ConfigNode> => {
  const node = unwrap(expression)
  const range = toRange(node)
  if (node.type === "ObjectExpression") return readObject(node)
  if (node.type === "ArrayExpression") return readArray(node)
  if (readCalleeName(node) === "secretFromEnv") {
    const argument = readOnlyArgument(node)
    const variable = argument === undefined ? undefined : readScalar(argument)
    return typeof variable === "string" && /^[A-Za-z_]\w*$/.test(variable)
      ? Result.succeed({ kind: "secret", variable, ...range })
      : failNotPlain("secretFromEnv takes the name of an environment variable in quotes", node)
  }
  const value = readScalar(node)
  return value === undefined ? failNotPlain(plainOnly, node) : Result.succeed({ kind: "value", value, ...range })
}

/** The constants of the file, by name, and what it exports. */
const readExports = (body: ReadonlyArray<Statement>) => {
  const constants = new Map<string, Expression>()
  let byDefault: Expression | undefined
  let byName: Expression | undefined
  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    if (declaration?.type === "VariableDeclaration") {
      for (const { id, init } of declaration.declarations) {
        if (id.type !== "Identifier" || !init) continue
        constants.set(id.name, init)
        if (statement.type === "ExportNamedDeclaration" && id.name === "config") byName = init
      }
    }
    if (statement.type === "ExportDefaultDeclaration") {
      const exported = statement.declaration
      if (
        exported.type === "ClassDeclaration" ||
        exported.type === "EnumDeclaration" ||
        exported.type === "StructDeclaration" ||
        exported.type === "TSInterfaceDeclaration" ||
        exported.type === "FunctionDeclaration" ||
        exported.type === "TSDeclareFunction"
      ) {
        return failNotPlain(plainOnly, statement)
      }
      byDefault = exported
    }
  }
  return Result.succeed({ byDefault, constants, byName })
}

const findImport = (body: ReadonlyArray<Statement>): Source["imports"] => {
  for (const statement of body) {
    if (statement.type !== "ImportDeclaration" || statement.source.value !== "gatefold/config-file") continue
    const named = statement.specifiers.filter((specifier) => specifier.type === "ImportSpecifier")
    const last = named.at(-1)
    if (statement.importKind === "type" || last === undefined) continue
    return { names: named.map(({ local }) => local.name), end: toRange(last).end }
  }
  return undefined
}

const readSource = (text: string): ReadResult<Source> =>
  Result.gen(function* () {
    const { comments, program } = parse(text, {
      sourceType: "module",
      plugins: ["typescript"],
      attachComment: false
    })
    const { byDefault, constants, byName } = yield* readExports(program.body)
    const exported = byDefault ?? byName
    if (exported === undefined) {
      return yield* failNotPlain("it exports no configuration. Write export default defineConfig({ … })", { start: 0 })
    }
    let node = unwrap(exported)
    if (node.type === "Identifier") node = unwrap(constants.get(node.name) ?? node)
    if (/^define\w*$/.test(readCalleeName(node) ?? "")) node = readOnlyArgument(node) ?? node
    const root = yield* read(node)
    if (root.kind !== "object") return yield* failNotPlain("the configuration is not an object", node)
    return {
      text,
      root,
      exported: byDefault === undefined ? ("named" as const) : ("default" as const),
      imports: findImport(program.body),
      comments: new Map(comments?.map((comment) => [toRange(comment).start, toRange(comment).end]))
    }
  })

const formatPosition = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split("\n")
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

const describeParseError = (cause: unknown, text: string): string => {
  if (cause instanceof RangeError) return "1:1: it is nested too deeply"
  if (cause instanceof SyntaxError && "pos" in cause && typeof cause.pos === "number") {
    return `${formatPosition(text, cause.pos)}: ${cause.message.replace(/\.? \(\d+:\d+\)$/, "")}`
  }
  return `1:1: ${describeCause(cause)}`
}

export const parseSource = (text: string, file: string): Effect.Effect<Source, CommandError> => {
  const makeInvalidError = (problem: string) => refused(`${file}${withStop(problem)}`, "InvalidConfigFile")
  if (text.length > maxLength) return Effect.fail(makeInvalidError(" is too long for a configuration file"))
  return Effect.try({
    try: () =>
      Result.mapError(readSource(text), ({ problem, start }) =>
        makeInvalidError(`:${formatPosition(text, start)}: ${problem}`)
      ),
    catch: (cause) => makeInvalidError(`:${describeParseError(cause, text)}`)
  }).pipe(Effect.flatMap(Effect.fromResult))
}

export const toJsonObject = (node: Source["root"]): JsonObject =>
  Object.fromEntries(
    node.members.flatMap(({ names, value }) => {
      if (value.kind === "secret") return []
      return [[names.join("."), value.kind === "object" ? toJsonObject({ ...value, kind: "object" }) : value.value]]
    })
  )

/** The secrets that a file names: variables by path. */
export const findSecrets = (node: ConfigNode, path = ""): ReadonlyMap<string, string> => {
  if (node.kind === "secret") return new Map([[path, node.variable]])
  if (node.kind === "value") return new Map()
  return new Map(
    node.members.flatMap(({ names, value }) => [
      ...findSecrets(value, [...(path === "" ? [] : [path]), ...names].join("."))
    ])
  )
}
