/** Schemas of objects, lists and their unions, as text of a function. */
import * as SchemaAST from "effect/SchemaAST"
import type { RenamedKeys } from "../../../src/api/schema/WireStruct.ts"
import { splitUndefined, findEncoded, without } from "./ast.ts"
import { checked, listFilters, withChecks } from "./checks.ts"
import { printFields } from "./fields.ts"
import { type Name, type NamedSchema, findValueName } from "./names.ts"
import { compileEither, compileOptional } from "./scalars.ts"
import { makeError, parameters, type Site } from "./Site.ts"
import { printPropertyName, printType } from "./types.ts"

/** The function; `named` is the schema if it has a name. */
export const compileCompound = (ast: SchemaAST.AST, site: Site, named?: NamedSchema): string => {
  if (ast.checks !== undefined) return withFilters(ast, site)
  const { from, transformation } = findEncoded(ast) ?? {}
  if (transformation?.renames !== undefined) return compileStruct(ast, from!, transformation.renames, site, named)
  if (transformation !== undefined) {
    if (site.direction === "encode") throw makeError(site, "what is in a frame is only read")
    if (transformation.named === undefined) throw makeError(site, "a transformation without a name")
    const open = findValueName(transformation.named.decode, `the transformation of ${site.hint}`)
    const list = listIn(from!)
    if (list !== undefined) {
      return `${site.module.value(compileFrame(open, from!, list, site))}(${compileCompound(list, site)})`
    }
    return printLambda(site, `${site.module.value(open)}(${site.at("Wire").expression(from!, parameters)})`)
  }
  switch (ast._tag) {
    case "Arrays":
      if (ast.elements.length === 2 && ast.rest.length === 0) {
        const [first, second] = ast.elements
        return site.call("pair", site.at("First").compile(first!), site.at("Second").compile(second!))
      }
      if (ast.elements.length > 0 || ast.rest.length !== 1) throw makeError(site, "a tuple that is not a pair")
      return site.call("list", site.at("Item").compile(ast.rest[0]!))
    case "Union":
      return compileEither(ast, site)
    case "Objects": {
      if (ast.propertySignatures.length > 0) return compileStruct(ast, ast, undefined, site, named)
      const { parameter, type } = ast.indexSignatures[0]!
      if (!SchemaAST.isString(parameter)) throw makeError(site, "keys that are not text")
      return site.call("record", site.at("Item").compile(type))
    }
    default:
      throw makeError(site, `${ast._tag} cannot be compiled`)
  }
}

/** A function with an expression for its body. */
export const printLambda = ({ module }: Site, body: string): string =>
  `(value: unknown, key?: ${module.runtime("Key")}) => ${body}`

const withFilters = (ast: SchemaAST.AST, site: Site): string => {
  const made = site.at("Fields").expression(without(ast, "checks"), parameters)
  return printLambda(
    site,
    site.direction === "decode"
      ? withChecks(ast, site, { ...parameters, value: made })
      : listFilters(ast).reduce((made, filter) => checked(filter, site, made, parameters), made)
  )
}

/* ------------------------------------------------------------------- frames */

/** The list that a frame is around. */
const listIn = (frame: SchemaAST.AST): SchemaAST.AST | undefined => {
  if (!SchemaAST.isObjects(frame)) return undefined
  const types = frame.propertySignatures.map(({ type }) => type)
  const lists = types.filter(SchemaAST.isArrays)
  return lists.length === 1 && !types.some(SchemaAST.isOptional) ? lists[0] : undefined
}

/** The function that reads a frame, given the one that reads its list: answers differ only in the latter. */
const compileFrame = (open: Name, from: SchemaAST.AST, list: SchemaAST.AST, site: Site): Name => {
  const name = `decode${open.name.charAt(0).toUpperCase()}${open.name.slice(1)}`
  const own = site.in("src/api/Envelope.ts", name)
  const { module } = own
  const wrap = (part: Site): Site => ({
    ...part,
    at: (name) => wrap(part.at(name)),
    expression: (ast, at) => (ast === list ? `list(${at.value}, ${at.key})` : part.expression(ast, at))
  })
  const Decode = module.runtime("Decode")
  const text = `export const ${name} = <A>(list: ${Decode}<ReadonlyArray<A>>) => {
    const wire = ${compileCompound(from, wrap(own))}
    return ${printLambda(own, `${module.value(open)}(wire(value, key))`)}
  }`
  const present = module.declarations.get(name)
  if (present === undefined) module.declare(name, text)
  else if (present !== text) throw makeError(site, `another frame is opened by ${open.name}`)
  return { file: `src/wire/generated/${module.file}`, name }
}

/* ------------------------------------------------------------------ structs */

const printAccess = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `o.${name}` : `o[${JSON.stringify(name)}]`)

const compileStruct = (
  ast: SchemaAST.AST,
  from: SchemaAST.AST,
  renames: RenamedKeys | undefined,
  site: Site,
  named: NamedSchema | undefined
): string => {
  if (!SchemaAST.isObjects(ast) || !SchemaAST.isObjects(from)) throw makeError(site, "not a struct")
  const { direction, module } = site
  const ourName = new Map(renames?.names.map(([ours, wire]) => [wire, ours]))
  const fields = from.propertySignatures.map(({ name, type }) => {
    const wire = String(name)
    const ours = ourName.get(wire) ?? wire
    // Its type follows from others, so it is another one than on the wire.
    const ofType = ast.propertySignatures.find(({ name }) => name === ours)?.type
    return { wire, ours, type, isDerived: renames?.derived !== undefined && ofType !== SchemaAST.toType(type) }
  })
  const required: Array<string> = []
  const options: Array<string> = []
  for (const { isDerived, ours, type, wire } of fields) {
    const [source, target] = direction === "decode" ? [wire, ours] : [ours, wire]
    const value = printAccess(source)
    const key = JSON.stringify(source)
    const readField = (ast: SchemaAST.AST) =>
      SchemaAST.isUnknown(ast)
        ? site.call("readProperty", "o", key)
        : site.at(ours.charAt(0).toUpperCase() + ours.slice(1)).expression(ast, { value, key })
    const add = (text: string) => required.push(`${printPropertyName(target)}: ${text}`)
    if (!SchemaAST.isOptional(type)) add(readField(type))
    else {
      const { isUndefinable, present } = splitUndefined(type)
      // JSON has no undefined: a field that is read is there or not. A field that is written may be undefined, and is
      // left out then.
      if (direction === "encode" && !isUndefinable) add(`!(${key} in o) ? undefined : ${readField(present)}`)
      else if (direction === "encode" || isDerived) add(compileOptional(site, { value, key }, readField(present)))
      else options.push(`if (${value} !== undefined) a.${target} = ${readField(present)}`)
    }
  }
  const type = direction === "decode" && named !== undefined ? printType(ast, module) : undefined
  const result = compileResult(from, renames, site)
  const made = `{ ${printFields(required)} }`
  const head = type === undefined ? "(o)" : `(o): ${type}`
  if (options.length === 0 && result === "a") return site.call("struct", `${head} => (${made})`)
  if (options.length > 0 && from.indexSignatures.length > 0) {
    throw makeError(site, "an open struct with optional fields")
  }
  if (options.length === 0 || renames?.derived === undefined) {
    const local =
      options.length === 0
        ? ""
        : `: ${module.runtime("Mutable")}<${type ?? printType(without(ast, "encoding"), module)}>`
    return site.call("struct", `${head} => { const a${local} = ${made}\n${options.join("\n")}\nreturn ${result} }`)
  }
  // The type of what is made so far has no name: what is required follows from the code.
  const types = fields
    .filter(({ isDerived, type }) => SchemaAST.isOptional(type) && !isDerived)
    .map(({ ours, type }) => `${printPropertyName(ours)}?: ${printType(SchemaAST.toType(type), module)}`)
  return site.call(
    "struct",
    `${head} => { const required = ${made}\nconst a: typeof required & { ${types.join("; ")} } = required
    ${options.join("\n")}\nreturn ${result} }`
  )
}

/** The expression for the fields that are made. */
const compileResult = (from: SchemaAST.Objects, renames: RenamedKeys | undefined, site: Site): string => {
  if (from.indexSignatures.length > 0) {
    return site.call("rest", "a", "o", JSON.stringify(from.propertySignatures.map(({ name }) => name)))
  }
  if (renames?.derived === undefined) return "a"
  if (site.direction === "encode") throw makeError(site, "derived fields are only read")
  return `Object.assign(a, ${site.module.value(findValueName(renames.derived, `what is derived in ${site.hint}`))}(a))`
}
