/** Questions about the syntax trees of schemas. */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { EmptyAnswer } from "../../../src/api/Envelope.ts"
import type { NamedTransformation } from "../../../src/api/schema/Rule.ts"
import { PollingCode } from "../../../src/api/schema/Secrets.ts"
import type { RenamedKeys } from "../../../src/api/schema/WireStruct.ts"

/** The schema that another one is decoded from, and how. */
export interface Encoded {
  readonly from: SchemaAST.AST
  readonly transformation: SchemaAST.Link["transformation"] & {
    readonly renames?: RenamedKeys
    readonly named?: NamedTransformation<unknown, unknown>
  }
}

/** The source of a schema's decoding; undefined for schemas that are the same on the wire. */
export const findEncoded = (ast: SchemaAST.AST): Encoded | undefined => {
  if (ast.encoding === undefined) return undefined
  if (ast.encoding.length !== 1) throw new Error("a schema is transformed twice without a name in between")
  return { from: ast.encoding[0].to, transformation: ast.encoding[0].transformation }
}

/** A copy without one of its parts. */
export const without = (ast: SchemaAST.AST, part: "checks" | "encoding"): SchemaAST.AST =>
  Object.assign(Object.create(Object.getPrototypeOf(ast) as object) as SchemaAST.AST, ast, { [part]: undefined })

/** Whether it is a text that is the same on the wire. */
export const isText = (ast: SchemaAST.AST): boolean => SchemaAST.isString(ast) && ast.encoding === undefined

/** The members of a union, without those that another one covers. */
export const listMembers = (ast: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> => {
  const flat = ast.types.flatMap((type) =>
    SchemaAST.isUnion(type) && type.encoding === undefined && type.checks === undefined ? listMembers(type) : [type]
  )
  const texts = flat.filter(isText)
  const isCovered = (type: SchemaAST.AST) =>
    SchemaAST.isLiteral(type) && texts.some((text) => Schema.is(Schema.make(text))(type.literal))
  return flat.filter((type) => !isCovered(type))
}

/** Whether it is a union with null. */
export const isNullable = (ast: SchemaAST.AST): ast is SchemaAST.Union =>
  SchemaAST.isUnion(ast) && listMembers(ast).some(SchemaAST.isNull)

/** A union of these, or the only one. */
export const makeUnion = (types: ReadonlyArray<SchemaAST.AST>): SchemaAST.AST =>
  types.length === 1 ? types[0]! : new SchemaAST.Union(types)

/** Whether it takes a separate function: objects with properties, lists, and unions of these. */
export const isCompound = (ast: SchemaAST.AST): boolean => {
  const encoded = findEncoded(ast)
  if (encoded !== undefined) return encoded.transformation.renames !== undefined || isCompound(encoded.from)
  if (SchemaAST.isUnion(ast)) return !isNullable(ast) && listMembers(ast).some(isCompound)
  return (
    SchemaAST.isArrays(ast) ||
    (SchemaAST.isObjects(ast) && ast.propertySignatures.length + ast.indexSignatures.length > 0)
  )
}

const findRun = (ast: SchemaAST.AST): unknown => (SchemaAST.isDeclaration(ast) ? ast.run : undefined)

/** Types that are declared rather than made of others, by what makes them differ. */
const declared = new Map([
  [findRun(Schema.Date.ast), "Date"],
  [findRun(Schema.Json.ast), "Json"],
  [findRun(PollingCode.ast), "Redacted"],
  [findRun(EmptyAnswer.ast), "void"]
] as const)

/** The declared type of a schema, if it is one. */
export const declaredType = (ast: SchemaAST.AST) => (SchemaAST.isDeclaration(ast) ? declared.get(ast.run) : undefined)

/** An optional field where it is there. */
export const splitUndefined = (ast: SchemaAST.AST) => {
  if (!SchemaAST.isUnion(ast) || !ast.types.some(SchemaAST.isUndefined)) return { isUndefinable: false, present: ast }
  return { isUndefinable: true, present: makeUnion(ast.types.filter((type) => !SchemaAST.isUndefined(type))) }
}
