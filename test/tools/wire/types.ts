/**
 * The types of schemas as text: by their names, so that an editor shows `Team` and not what a team is made of.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { EmptyAnswer } from "../../../src/api/Envelope.ts"
import { PollingCode } from "../../../src/api/schema/Secrets.ts"
import type { Module } from "./Module.ts"
import { typeName } from "./names.ts"

const runOf = (schema: Schema.Top): unknown => (SchemaAST.isDeclaration(schema.ast) ? schema.ast.run : undefined)

/** Types that are declared, by what makes them differ. */
const declared = new Map<unknown, (module: Module) => string>([
  [runOf(Schema.Date), () => "Date"],
  [runOf(EmptyAnswer), () => "void"],
  [runOf(Schema.Json), (module) => module.type({ file: "src/domain/Json.ts", name: "Json" })],
  [
    runOf(PollingCode),
    (module) => `${module.type({ file: "effect/Redacted", name: "* as Redacted" }).slice(5)}.Redacted`
  ]
])

/** The kind of a declared schema, for what is compiled by kind. */
export const isDeclared = (ast: SchemaAST.AST, schema: Schema.Top): boolean =>
  SchemaAST.isDeclaration(ast) && ast.run === runOf(schema)

/** A property name as it is written in an object or a type. */
export const propertyName = (name: PropertyKey): string =>
  /^[A-Za-z_]\w*$/.test(String(name)) ? String(name) : JSON.stringify(name)

/** The type of a schema. */
export const typeOf = (ast: SchemaAST.AST, module: Module): string => {
  const named = typeName(ast)
  if (named?.hasType === true && isWorthAName(ast)) return module.type(named)
  if (named !== undefined && SchemaAST.isObjects(ast)) return `typeof ${module.type(named)}.Type`
  switch (ast._tag) {
    case "String":
    case "Number":
    case "Boolean":
    case "Null":
    case "Undefined":
    case "Unknown":
    case "Void":
      return ast._tag.toLowerCase()
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Declaration": {
      const print = declared.get(ast.run)
      if (print === undefined) throw new Error(`${module.file}: a declared type that is not known here`)
      return print(module)
    }
    case "Arrays":
      return `ReadonlyArray<${typeOf(ast.rest[0]!, module)}>`
    case "Union": {
      const open = ast.types.some((type) => SchemaAST.isString(type) && type.checks === undefined)
      const isOpenEnum = open && ast.types.some((type) => SchemaAST.isLiteral(type) || SchemaAST.isUnion(type))
      const types = ast.types.map((type) => {
        const text = typeOf(type, module)
        return isOpenEnum && text === "string" ? "(string & {})" : text
      })
      return [...new Set(types)].join(" | ")
    }
    case "Objects": {
      if (ast.indexSignatures.length > 0 && ast.propertySignatures.length === 0) {
        return `{ readonly [x: string]: ${typeOf(ast.indexSignatures[0]!.type, module)} }`
      }
      if (ast.indexSignatures.length > 0) throw new Error(`${module.file}: an open struct without a name`)
      const fields = ast.propertySignatures.map(({ name, type }) => {
        const optional = SchemaAST.isOptional(type) ? "?" : ""
        return `readonly ${propertyName(name)}${optional}: ${typeOf(type, module)}`
      })
      return `{ ${fields.join("; ")} }`
    }
    default:
      throw new Error(`${module.file}: no type is known of ${ast._tag}`)
  }
}

/** Whether a name says more than the type. */
const isWorthAName = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isObjects(ast) || SchemaAST.isUnion(ast) || (SchemaAST.isString(ast) && ast.checks !== undefined)
