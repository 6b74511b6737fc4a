/**
 * Schemas of objects, lists and their unions, as text of a function.
 */
import * as SchemaAST from "effect/SchemaAST"
import type { RenamedKeys } from "../../src/api/schema/WireStruct.ts"
import { definedPart, encodedOf, without } from "./ast.ts"
import { checked, filtersOf, withChecks } from "./checks.ts"
import { type NamedSchema, valueName } from "./names.ts"
import { either } from "./scalars.ts"
import { cannot, parameters, type Site } from "./Site.ts"
import { propertyName, typeOf } from "./types.ts"

/** The function; `named` is the schema if it has a name. */
export const compound = (ast: SchemaAST.AST, site: Site, named?: NamedSchema): string => {
  if (ast.checks !== undefined) return withFilters(ast, site)
  const { from, transformation } = encodedOf(ast) ?? {}
  if (transformation?.renames !== undefined) return struct(ast, from!, transformation.renames, site, named)
  if (transformation !== undefined) {
    if (site.direction === "encode") throw cannot(site, "what is in a frame is only read")
    if (transformation.named === undefined) throw cannot(site, "a transformation without a name")
    const apply = site.module.value(valueName(transformation.named.decode, `the transformation of ${site.hint}`))
    return lambda(site, `${apply}(${site.at("Wire").expression(from!, parameters)})`)
  }
  switch (ast._tag) {
    case "Arrays":
      if (ast.elements.length === 2 && ast.rest.length === 0) {
        const [first, second] = ast.elements
        return site.call("pair", site.at("First").functionOf(first!), site.at("Second").functionOf(second!))
      }
      if (ast.elements.length > 0 || ast.rest.length !== 1) throw cannot(site, "a tuple that is no pair")
      return site.call("list", site.at("Item").functionOf(ast.rest[0]!))
    case "Union":
      return either(ast, site)
    case "Objects": {
      if (ast.propertySignatures.length > 0) return struct(ast, ast, undefined, site, named)
      const { parameter, type } = ast.indexSignatures[0]!
      if (!SchemaAST.isString(parameter)) throw cannot(site, "keys that are no text")
      return site.call("record", site.at("Item").functionOf(type))
    }
    default:
      throw cannot(site, `${ast._tag} cannot be compiled`)
  }
}

/** A function with an expression for its body. */
export const lambda = ({ module }: Site, body: string): string =>
  `(value: unknown, key?: ${module.runtime("Key")}) => ${body}`

const withFilters = (ast: SchemaAST.AST, site: Site): string => {
  const made = site.at("Fields").expression(without(ast, "checks"), parameters)
  return lambda(
    site,
    site.direction === "decode"
      ? withChecks(ast, site, { ...parameters, value: made })
      : filtersOf(ast).reduce((made, filter) => checked(filter, site, made, parameters), made)
  )
}

/* ------------------------------------------------------------------ structs */

const access = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `o.${name}` : `o[${JSON.stringify(name)}]`)

const struct = (
  ast: SchemaAST.AST,
  from: SchemaAST.AST,
  renames: RenamedKeys | undefined,
  site: Site,
  named: NamedSchema | undefined
): string => {
  if (!SchemaAST.isObjects(ast) || !SchemaAST.isObjects(from)) throw cannot(site, "not a struct")
  const { direction, module } = site
  const ourName = new Map(renames?.names.map(([ours, wire]) => [wire, ours]))
  const fields = from.propertySignatures.map(({ name, type }) => {
    const wire = String(name)
    const ours = ourName.get(wire) ?? wire
    // its type follows from others, so it is another one than on the wire
    const ofType = ast.propertySignatures.find(({ name }) => name === ours)?.type
    return { wire, ours, type, isDerived: renames?.derived !== undefined && ofType !== SchemaAST.toType(type) }
  })
  const required: Array<string> = []
  const optional: Array<string> = []
  for (const { isDerived, ours, type, wire } of fields) {
    const [source, target] = direction === "decode" ? [wire, ours] : [ours, wire]
    const value = access(source)
    const key = JSON.stringify(source)
    const of = (ast: SchemaAST.AST) =>
      SchemaAST.isUnknown(ast)
        ? site.call("property", "o", key)
        : site.at(ours.charAt(0).toUpperCase() + ours.slice(1)).expression(ast, { value, key })
    const add = (text: string) => required.push(`${propertyName(target)}: ${text}`)
    if (!SchemaAST.isOptional(type)) add(of(type))
    else {
      const { isUndefinable, present } = definedPart(type)
      // JSON has no undefined: what is read is there or not. What is written may be undefined, and is left out then.
      if (direction === "encode")
        add(`${isUndefinable ? `${value} === undefined` : `!(${key} in o)`} ? undefined : ${of(present)}`)
      else if (isDerived) add(`${value} === undefined ? undefined : ${of(present)}`)
      else optional.push(`if (${value} !== undefined) a.${target} = ${of(present)}`)
    }
  }
  const type = direction === "decode" && named !== undefined ? typeOf(ast, module) : undefined
  const result = resultOf(from, renames, site)
  const made = `{ ${required.join(", ")} }`
  const head = type === undefined ? "(o)" : `(o): ${type}`
  if (optional.length === 0 && result === "a") return site.call("struct", `${head} => (${made})`)
  if (optional.length > 0 && from.indexSignatures.length > 0) throw cannot(site, "an open struct with optional fields")
  const wireType = () =>
    `{ ${fields
      .map(({ ours, type }) => {
        const mark = SchemaAST.isOptional(type) ? "?" : ""
        return `${propertyName(ours)}${mark}: ${typeOf(SchemaAST.toType(type), module)}`
      })
      .join("; ")} }`
  const local =
    optional.length === 0
      ? ""
      : renames?.derived === undefined
        ? `: ${module.runtime("Mutable")}<${type ?? typeOf(without(ast, "encoding"), module)}>`
        : `: ${wireType()}`
  return site.call("struct", `${head} => { const a${local} = ${made}\n${optional.join("\n")}\nreturn ${result} }`)
}

/** What is done with the fields that are made. */
const resultOf = (from: SchemaAST.Objects, renames: RenamedKeys | undefined, site: Site): string => {
  if (from.indexSignatures.length > 0) {
    return site.call("rest", "a", "o", JSON.stringify(from.propertySignatures.map(({ name }) => name)))
  }
  if (renames?.derived === undefined) return "a"
  if (site.direction === "encode") throw cannot(site, "derived fields are only read")
  return `Object.assign(a, ${site.module.value(valueName(renames.derived, `what is derived in ${site.hint}`))}(a))`
}
