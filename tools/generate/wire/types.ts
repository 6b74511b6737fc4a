/** The types of schemas as text: by their names, so that an editor shows `Team` and not what a team is made of. */
import * as SchemaAST from "effect/SchemaAST"
import { declaredType } from "./ast.ts"
import type { Module } from "./Module.ts"
import { findTypeName } from "./names.ts"

/** A property name as it is written in an object or a type. */
export const printPropertyName = (name: PropertyKey): string =>
  /^[A-Za-z_]\w*$/.test(String(name)) ? String(name) : JSON.stringify(name)

/** The type of a schema. */
export const printType = (ast: SchemaAST.AST, module: Module): string => {
  const named = findTypeName(ast)
  if (named?.hasType === true && saysMore(ast)) return module.type(named)
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
    case "Declaration":
      return declared(ast, module)
    case "Arrays":
      return ast.rest.length === 0
        ? `readonly [${ast.elements.map((element) => printType(element, module)).join(", ")}]`
        : `ReadonlyArray<${printType(ast.rest[0]!, module)}>`
    case "Union":
      return printUnion(ast, module)
    case "Objects":
      return printObjects(ast, module)
    default:
      throw new Error(`${module.file}: no type is known of ${ast._tag}`)
  }
}

/** Whether a name says more than the type. */
const saysMore = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isObjects(ast) || SchemaAST.isUnion(ast) || (SchemaAST.isString(ast) && ast.checks !== undefined)

const declared = (ast: SchemaAST.Declaration, module: Module): string => {
  const type = declaredType(ast)
  switch (type) {
    case "Date":
    case "void":
      return type
    case "Json":
      return module.type({ file: "src/domain/text/Json.ts", name: "Json" })
    case "Redacted":
      return `${module.type({ file: "effect/Redacted", name: "* as Redacted" }).slice("* as ".length)}.Redacted`
    case undefined:
      throw new Error(`${module.file}: a declared type that is not known here`)
  }
}

const printUnion = (ast: SchemaAST.Union, module: Module): string => {
  const isOpen =
    ast.types.some((type) => SchemaAST.isString(type) && type.checks === undefined) &&
    ast.types.some((type) => SchemaAST.isLiteral(type) || SchemaAST.isUnion(type))
  const types = ast.types.map((type) => printType(type, module))
  // The known values of an open enumeration stay in sight.
  return [...new Set(types.map((type) => (isOpen && type === "string" ? "(string & {})" : type)))].join(" | ")
}

const printObjects = (ast: SchemaAST.Objects, module: Module): string => {
  const [index] = ast.indexSignatures
  if (index !== undefined) {
    if (ast.propertySignatures.length > 0) throw new Error(`${module.file}: an open struct without a name`)
    return `{ readonly [x: string]: ${printType(index.type, module)} }`
  }
  const fields = ast.propertySignatures.map(({ name, type }) => {
    const optional = SchemaAST.isOptional(type) ? "?" : ""
    return `readonly ${printPropertyName(name)}${optional}: ${printType(type, module)}`
  })
  return `{ ${fields.join("; ")} }`
}
