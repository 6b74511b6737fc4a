/**
 * The exports that the contract consists of: schemas, and the functions and classes that compiled code imports.
 */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The folder that holds `src/`. */
export const root = path.resolve(import.meta.dirname, "../../..")

/** An export of a module under `src/`. */
export interface Name {
  /** Such as `src/api/schema/Team.ts`. */
  readonly file: string
  readonly name: string
}

/** A schema that has a name. */
export interface NamedSchema extends Name {
  readonly schema: Schema.Top
  /** Whether its module also exports a type of this name. */
  readonly hasType: boolean
}

const listFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`)
    .toSorted()

/** The modules of a folder with what they declare and export, in the order of the file. */
const readContents = async (folder: string) =>
  Promise.all(
    listFiles(folder).map(async (file) => {
      const text = readFileSync(path.join(root, file), "utf8")
      const findPosition = (name: string) =>
        text.search(new RegExp(`\\b(const|class) (${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} =\\s+makeSchemas)`))
      const exports = (await import(pathToFileURL(path.join(root, file)).href)) as Readonly<Record<string, unknown>>
      const own = Object.entries(exports).filter(([name]) => findPosition(name) !== -1)
      return { file, text, exports: own.toSorted(([a], [b]) => findPosition(a) - findPosition(b)) }
    })
  )

const ids = new WeakMap<object, number>()
let lastId = 0

const assignId = (object: object | undefined): number => {
  if (object === undefined) return 0
  const id = ids.get(object) ?? ++lastId
  ids.set(object, id)
  return id
}

/** The part of an AST that stays the same when it is copied for another context, as `Schema.optionalKey` does. */
const findBody = (ast: SchemaAST.AST): object | undefined => {
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.length > 0 ? ast.propertySignatures : undefined
    case "Union":
      return ast.types
    default:
      return undefined
  }
}

/** The same for every copy of a schema; undefined for those that are too simple to distinguish. */
const makeIdentity = (ast: SchemaAST.AST): string | undefined => {
  const parts = [ast.encoding?.at(-1)?.transformation, ast.checks, findBody(ast)]
  return parts.every((part) => part === undefined) ? undefined : parts.map(assignId).join()
}

const modules = [...(await readContents("src/domain")), ...(await readContents("src/api"))]

const schemas = new Map<string, NamedSchema>()
const types = new Map<string, NamedSchema>()
const values = new Map<unknown, Name>()
/** The schemas of each module, in the order of the file. */
export const schemasByFile = new Map<string, ReadonlyArray<NamedSchema>>()

for (const { exports, file, text } of modules) {
  const named: Array<NamedSchema> = []
  for (const [name, value] of exports) {
    if (Schema.isSchema(value)) {
      const hasType = new RegExp(`^export (type|interface|class) ${name}\\b`, "m").test(text)
      const entry = { file, name, schema: value as Schema.Top, hasType }
      named.push(entry)
      const identity = makeIdentity(entry.schema.ast)
      if (identity !== undefined && !schemas.has(identity)) schemas.set(identity, entry)
      const type = makeIdentity(SchemaAST.toType(entry.schema.ast))
      if (type !== undefined && !types.has(type)) types.set(type, entry)
    }
    if (typeof value === "function" && !values.has(value)) values.set(value, { file, name })
  }
  schemasByFile.set(file, named)
}

/** The name of a schema, of any copy of it. */
export const findSchemaName = (ast: SchemaAST.AST): NamedSchema | undefined => schemas.get(makeIdentity(ast) ?? "")

/** The name of the schema that has this type. */
export const findTypeName = (ast: SchemaAST.AST): NamedSchema | undefined =>
  schemas.get(makeIdentity(ast) ?? "") ?? types.get(makeIdentity(ast) ?? "")

/** The name of a function or class. Values without a name cannot be compiled. */
export const findValueName = (value: unknown, use: string): Name => {
  const name = values.get(value)
  if (name === undefined) throw new Error(`${use} has no name: export it from a module of src/domain`)
  return name
}

/** The modules of the contract. */
export const contract = modules.filter(({ file }) => file.startsWith("src/api/"))
