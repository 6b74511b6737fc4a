/** Endpoints as objects: what they are called with, what they answer, and what can go wrong. */
import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { AdminAccess, ClientAccess, clientErrors, commonErrors, ServerAccess } from "../../../src/api/Access.ts"
import { httpApiEncoding, httpApiEndpoint } from "../../../src/api/internal/EffectIds.ts"
import { isKnownErrorSchema } from "../../../src/api/schema/KnownErrorSchema.ts"
import { textErrorKey, type TextErrorPattern } from "../../../src/api/TextErrors.ts"
import type { AccessLevel } from "../../../src/domain/AccessLevel.ts"
import { makeModule, makeSite } from "./compile.ts"
import type { Module } from "./Module.ts"
import { contract, type Name, findSchemaName, findValueName } from "./names.ts"
import { printPropertyName, printType } from "./types.ts"

/** An endpoint of the contract, as it is declared. */
export type Declared = HttpApiEndpoint.Top

const isEndpoint = (u: unknown): u is Declared => typeof u === "function" && httpApiEndpoint in u

/** The endpoints of each module of the contract. */
export const declaredEndpoints = contract.flatMap(({ exports, file }) => {
  const endpoints = exports.filter((entry): entry is [string, Declared] => isEndpoint(entry[1]))
  return endpoints.length === 0 ? [] : [{ file, endpoints }]
})

const readStatus = SchemaAST.resolveAt<number>("httpApiStatus")
const readEncoding = SchemaAST.resolveAt<HttpApiSchema.ResponseEncoding>(httpApiEncoding)

/** The lowest level that may call an endpoint. */
export const findLevel = ({ middlewares }: Declared): AccessLevel | undefined => {
  const levels = new Map<unknown, AccessLevel>([
    [ClientAccess, "client"],
    [ServerAccess, "server"],
    [AdminAccess, "admin"]
  ])
  const [access] = middlewares
  if (middlewares.size > 1 || (access !== undefined && !levels.has(access))) throw new Error("an unknown middleware")
  return levels.get(access)
}

const lowerFirst = (name: string) => name.replace(/^[A-Z]+(?=[A-Z]|$)|^[A-Z]/, (start) => start.toLowerCase())

const makeName = (module: Module, name: string): Name => ({ file: `src/wire/generated/${module.file}`, name })

/** The schema of the details of a known error, if it has any. */
const findDetails = ({ ast }: Schema.Top): SchemaAST.AST | undefined => {
  const body = ast.encoding?.[0].to
  if (body === undefined || !SchemaAST.isObjects(body)) throw new Error("not the schema of a known error")
  return body.propertySignatures.find(({ name }) => name === "details")?.type
}

const findClass = (schema: Schema.Top): Name => {
  if (!isKnownErrorSchema(schema)) throw new Error("not the schema of a known error")
  return findValueName(schema.class, "a known error")
}

/** The entry of a known error, in the module that is compiled from its own. */
const compileKnownError = (schema: Schema.Top): Name => {
  const name = findSchemaName(schema.ast)!
  const module = makeModule(name.file)
  const entry = lowerFirst(name.name)
  if (!module.declarations.has(entry)) {
    const details = findDetails(schema)
    const Class = module.value(findClass(schema))
    const type = module.type({ file: "src/wire/Endpoint.ts", name: "KnownErrorEntry" })
    const fields =
      details === undefined ? "" : `, details: ${makeSite("decode", module, `${entry}Details`).compile(details)}`
    module.declare(entry, `export const ${entry}: ${type}<${Class}> = { Class: ${Class}${fields} }`)
  }
  return makeName(module, entry)
}

/** The entry of an error that the service sends as plain text. */
const compileTextError = (schema: Schema.Top): Name => {
  const name = findSchemaName(schema.ast)!
  const module = makeModule(name.file)
  if (!module.declarations.has(name.name)) {
    const { Class, words } = SchemaAST.resolveAt<TextErrorPattern>(textErrorKey)(schema.ast)!
    const type = module.type({ file: "src/wire/Endpoint.ts", name: "TextErrorEntry" })
    module.declare(
      name.name,
      `export const ${name.name}: ${type} = {
        Class: ${module.value(findValueName(Class, "an error in plain text"))}, status: ${String(readStatus(schema.ast))}, words: ${String(words)}
      }`
    )
  }
  return makeName(module, name.name)
}

const isTextError = (schema: Schema.Top): boolean => readEncoding(schema.ast)?._tag === "Text"

const printNames = (module: Module, names: ReadonlyArray<Name>) =>
  `[${[...new Set(names.map((name) => module.value(name)))].join()}]`

const levels = { clientErrors, commonErrors } as const

/** The entries of errors. If they begin with all errors of a level, its name replaces these. */
const printErrors = (module: Module, errors: ReadonlyArray<Schema.Top>, others = Object.entries(levels)): string => {
  const level = others.findLast(([, of]) => of.every((error, index) => errors[index] === error))
  if (level === undefined) return printNames(module, errors.map(compileKnownError))
  const [name, { length }] = level
  const all = module.value({ file: "src/wire/generated/Access.ts", name })
  return length === errors.length
    ? all
    : `[...${all}, ${printNames(module, errors.slice(length).map(compileKnownError)).slice(1)}`
}

/** Compiles the errors that calls of each level can meet. */
export const compileLevelErrors = (): void => {
  const module = makeModule("src/api/Access.ts")
  const type = module.type({ file: "src/wire/Endpoint.ts", name: "KnownErrorEntry" })
  for (const [index, [name, errors]] of Object.entries(levels).entries()) {
    const entries = printErrors(module, errors, Object.entries(levels).slice(0, index))
    module.declare(name, `export const ${name}: ReadonlyArray<${type}> = ${entries}`)
  }
}

const chooseLevelErrors = (level: AccessLevel) => (level === "client" ? "clientErrors" : "commonErrors")

const printInputType = (module: Module, parts: Readonly<Record<string, Schema.Top | undefined>>): string => {
  const fields = Object.entries(parts).flatMap(([part, schema]) =>
    schema === undefined ? [] : [`readonly ${part}: ${printType(SchemaAST.toType(schema.ast), module)}`]
  )
  return `{ ${fields.join("; ")} }`
}

/** Whether an error comes as the reason of a `RequestRefused`, which every call can fail with. */
const isGathered = (schema: Schema.Top): boolean => isKnownErrorSchema(schema) && schema.class.prototype.isProtocolError

const printErrorType = (module: Module, schema: Schema.Top): string => {
  if (!isTextError(schema)) return module.type(findClass(schema))
  const { Class } = SchemaAST.resolveAt<TextErrorPattern>(textErrorKey)(schema.ast)!
  return module.type(findValueName(Class, "an error in plain text"))
}

/** The answers of an endpoint: by status where it has several. */
const compileSuccess = (endpoint: Declared, module: Module, name: string) => {
  const schemas = [...endpoint.success]
  const type = [...new Set(schemas.map(({ ast }) => printType(SchemaAST.toType(ast), module)))].join(" | ")
  const functions = schemas.map(({ ast }, index) => {
    if (SchemaAST.isVoid(ast)) return module.value({ file: "src/domain/Envelope.ts", name: "nothing" })
    return makeSite("decode", module, `${name}${schemas.length === 1 ? "Success" : `Success${index + 1}`}`).compile(ast)
  })
  const [first, ...others] = schemas.map(({ ast }, index) => ({
    status: readStatus(ast) ?? 200,
    read: functions[index]!
  }))
  const byStatus = others.map(({ read, status }) => `status === ${status} ? ${read}(value, key) : `).join("")
  const decode = others.length === 0 ? first!.read : `(value, key, status) => ${byStatus}${first!.read}(value, key)`
  const [one] = schemas
  const reads = SchemaAST.isVoid(one!.ast) ? "nothing" : readEncoding(one!.ast)?._tag === "Text" ? "text" : undefined
  return { type, decode, reads }
}

/** The name of a part of a request in the module: the parameters of a path are often the same. */
const makePartName = (endpoint: string, part: string, { ast }: Schema.Top): string => {
  const names =
    part === "params" && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
  const [start = endpoint, ...others] = names
  return [start, ...[...others, part].map((name) => name[0]!.toUpperCase() + name.slice(1))].join("")
}

/** Compiles an endpoint into the module of its area. */
export const compileEndpoint = (file: string, exportName: string, endpoint: Declared): void => {
  const module = makeModule(file)
  const level = findLevel(endpoint)
  const [payload] = endpoint.payload.values()
  const parts = {
    params: endpoint.params,
    query: endpoint.query,
    payload: payload?.schemas[0] as Schema.Top | undefined
  }
  const answer = compileSuccess(endpoint, module, exportName)
  const errors = [...endpoint.error]
  const known = errors.filter((schema) => !isTextError(schema))
  const textErrors = errors.filter(isTextError)
  const errorTypes = [
    ...new Set(errors.filter((schema) => !isGathered(schema)).map((schema) => printErrorType(module, schema)))
  ]
  const fields: ReadonlyArray<readonly [string, string | undefined]> = [
    ["name", JSON.stringify(endpoint.identifier)],
    ["method", JSON.stringify(endpoint.method)],
    ["path", JSON.stringify(endpoint.path)],
    ["level", JSON.stringify(level) ?? "undefined"],
    ["levelErrors", level && module.value({ file: "src/wire/generated/Access.ts", name: chooseLevelErrors(level) })],
    ...Object.entries(parts).map(
      ([part, schema]) =>
        [
          part,
          schema && makeSite("encode", module, makePartName(exportName, part, schema)).compile(schema.ast)
        ] as const
    ),
    ["sends", payload?.encoding._tag === "FormUrlEncoded" ? `"form"` : undefined],
    ["success", answer.decode],
    ["reads", answer.reads && JSON.stringify(answer.reads)],
    ["errors", known.length === 0 ? undefined : printErrors(module, known)],
    ["textErrors", textErrors.length === 0 ? undefined : printNames(module, textErrors.map(compileTextError))]
  ]
  const type = [
    printInputType(module, parts),
    answer.type,
    errorTypes.join(" | ") || "never",
    JSON.stringify(level) ?? "undefined"
  ]
  const Endpoint = module.type({ file: "src/wire/Endpoint.ts", name: "Endpoint" })
  const summary = Context.getOption(endpoint.annotations, OpenApi.Summary)
  module.declare(
    exportName,
    `/** ${Option.getOrElse(summary, () => endpoint.identifier)}. */
    export const ${exportName}: ${Endpoint}<${type.join()}> = {
      ${fields.flatMap(([field, text]) => (text === undefined ? [] : [`${printPropertyName(field)}: ${text}`])).join(",\n")}
    }`
  )
}
