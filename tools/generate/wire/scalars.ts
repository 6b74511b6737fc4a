/** Schemas of single values as text. */
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { redact } from "../../../src/domain/text/SecretText.ts"
import { declaredType, type Encoded, findEncoded, isNullable, listMembers, makeUnion, without } from "./ast.ts"
import { listFilters, readId, withChecks } from "./checks.ts"
import { findValueName } from "./names.ts"
import { makeError, findFunction, type Site, type Value } from "./Site.ts"
import { printType } from "./types.ts"

/** The result of a value. */
export const compileScalar = (ast: SchemaAST.AST, site: Site, at: Value): string => {
  const encoded = findEncoded(ast)
  if (encoded !== undefined) return compileTransformed(ast, encoded, site, at)
  const read = (name: string, ...args: ReadonlyArray<string>) => site.call(name, at.value, at.key, ...args)
  const valid = (value: string, made?: ReadonlyArray<string>) => withChecks(ast, site, { ...at, value }, made)
  switch (ast._tag) {
    case "String":
      return valid(read("string"))
    case "Boolean":
      return valid(read("boolean"))
    case "Number": {
      const ids = listFilters(ast).map(readId)
      const kind = ids.includes("isInt") ? "int" : ids.includes("isFinite") ? "finite" : "number"
      return valid(read(kind), ["isInt", "isFinite"])
    }
    case "Literal":
      return read("literal", JSON.stringify(ast.literal))
    case "Null":
      return read("literal", "null")
    case "Unknown":
      return at.value
    case "Declaration":
      if (declaredType(ast) === "Json") return read("json")
      break
    case "Objects":
      if (ast.propertySignatures.length + ast.indexSignatures.length === 0) return valid(read("present"))
      break
    case "Union":
      return compileUnion(ast, site, at)
  }
  throw makeError(site, `${ast._tag} cannot be compiled`)
}

const compileUnion = (ast: SchemaAST.Union, site: Site, at: Value): string => {
  if (ast.checks !== undefined) throw makeError(site, "a check of a union")
  const members = listMembers(ast)
  if (isNullable(ast)) {
    const other = makeUnion(members.filter((member) => !SchemaAST.isNull(member)))
    return compileNullable(site, at, site.expression(other, at))
  }
  if (members.length === 1) return site.expression(members[0]!, at)
  if (members.every(SchemaAST.isLiteral)) {
    return site.call("oneOf", at.value, at.key, JSON.stringify(members.map(({ literal }) => literal)))
  }
  return `${compileEither(ast, site)}(${at.value}, ${at.key})`
}

/** The result for a value; null stays null. */
const compileNullable = (site: Site, at: Value, made: string): string => {
  const read = findFunction(made, at)
  return read === undefined ? `(${at.value} === null ? null : ${made})` : site.call("nullable", at.value, at.key, read)
}

/** The result for a value; undefined stays undefined. */
export const compileOptional = (site: Site, at: Value, made: string): string => {
  const read = findFunction(made, at)
  if (read !== undefined) return site.call("optional", at.value, at.key, read)
  const ofNullable = site.call("nullable", at.value, at.key, "")
  return made.startsWith(ofNullable.slice(0, -1))
    ? site.call("nullish", at.value, at.key, made.slice(ofNullable.length - 1, -1))
    : `${at.value} === undefined ? undefined : ${made}`
}

/** The function that takes the first member that fits. */
export const compileEither = (ast: SchemaAST.Union, site: Site): string => {
  const forms = listMembers(ast).map((member, index) => site.at(String(index + 1)).compile(member))
  const type = site.direction === "decode" ? printType(SchemaAST.toType(ast), site.module) : "unknown"
  return site.call(`either<${type}>`, ...forms)
}

/* ---------------------------------------------------------- transformations */

const compileTransformed = (ast: SchemaAST.AST, encoded: Encoded, site: Site, at: Value): string => {
  const { direction } = site
  switch (encoded.transformation) {
    case SchemaTransformation.dateFromMillis:
      return site.call(direction === "decode" ? "dateOfMillis" : "toMillis", at.value, at.key)
    case SchemaTransformation.dateFromString:
      if (direction === "decode") return site.call("dateOfText", at.value, at.key)
      break
    case SchemaTransformation.numberFromString:
      if (direction === "encode") return `String(${compileScalar(without(ast, "encoding"), site, at)})`
  }
  const { named } = encoded.transformation
  if (named === undefined) throw makeError(site, "a transformation without a name")
  const valid = (value: string) => withChecks(ast, site, { ...at, value })
  const apply = () => site.module.value(findValueName(named[direction], `the transformation of ${site.hint}`))
  // The checks of a secret look at its text.
  const isSecret = named.decode === redact && declaredType(ast) === "Redacted"
  if (direction === "decode") {
    const wire = site.expression(encoded.from, at)
    return isSecret ? `${apply()}(${valid(wire)})` : valid(`${apply()}(${wire})`)
  }
  if (isSecret) return valid(site.call("reveal", at.value, at.key))
  const ours = compileScalar(without(ast, "encoding"), site, at)
  return compileScalar(encoded.from, site, { ...at, value: `${apply()}(${ours})` })
}
