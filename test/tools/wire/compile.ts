/**
 * Schemas as functions: what reads the wire (`decode`), and what writes it (`encode`).
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { PollingCode } from "../../../src/api/schema/Secrets.ts"
import type { NamedTransformation } from "../../../src/api/schema/Rule.ts"
import { redact } from "../../../src/domain/SecretText.ts"
import type { RenamedKeys } from "../../../src/api/schema/WireStruct.ts"
import { checked, filtersOf, idOf } from "./checks.ts"
import { compiledFile, Module } from "./Module.ts"
import { type Name, type NamedSchema, schemaName, schemasOf, typeName, valueName } from "./names.ts"
import { isDeclared, propertyName, typeOf } from "./types.ts"

/** Which way. */
export type Direction = "decode" | "encode"

const modules = new Map<string, Module>()

/** The module that is compiled from a module of the contract. */
export const moduleOf = (file: string): Module => {
  const compiled = compiledFile(file)
  const module = modules.get(compiled) ?? new Module(compiled)
  modules.set(compiled, module)
  return module
}

/** Everything compiled so far. */
export const compiledModules = (): ReadonlyArray<Module> => [...modules.values()]

type Transformation = SchemaAST.Link["transformation"] & {
  readonly renames?: RenamedKeys
  readonly named?: NamedTransformation<unknown, unknown>
}

interface Encoded {
  readonly from: SchemaAST.AST
  readonly transformation: Transformation
}

const encodedOf = (ast: SchemaAST.AST): Encoded | undefined => {
  if (ast.encoding === undefined) return undefined
  if (ast.encoding.length !== 1) throw new Error("a schema is transformed twice without a name in between")
  return { from: ast.encoding[0].to, transformation: ast.encoding[0].transformation as Transformation }
}

/** A copy without one of its parts. */
const without = (ast: SchemaAST.AST, part: "checks" | "encoding"): SchemaAST.AST =>
  Object.assign(Object.create(Object.getPrototypeOf(ast) as object) as SchemaAST.AST, ast, { [part]: undefined })

/** The type side alone, which is not transformed. */
const typeSide = (ast: SchemaAST.AST): SchemaAST.AST => without(ast, "encoding")

/* -------------------------------------------------------------------- names */

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** A named scalar with what it needs, to compare it with others; undefined where this direction is never asked for. */
const scalarText = ({ file, name, schema }: NamedSchema, direction: Direction): string | undefined => {
  const module = new Module(compiledFile(file))
  try {
    const text = scalar(schema.ast, direction, "value", "key", module, lowerFirst(name))
    return [text, ...module.declarations.values()].join("\n")
  } catch {
    return undefined
  }
}

const isText = (ast: SchemaAST.AST) => SchemaAST.isString(ast) && ast.encoding === undefined

/** The function of a named schema. Those of one module that do the same are one. */
const functionOfNamed = (named: NamedSchema, direction: Direction): Name | undefined => {
  const { file, schema } = named
  const module = moduleOf(file)
  const inModule = (name: string): Name => ({ file: `src/wire/generated/${module.file}`, name })
  if (isCompound(schema.ast)) {
    const name = `${direction}${named.name}`
    if (!module.declarations.has(name)) compound(schema.ast, direction, module, name, named)
    return inModule(name)
  }
  const text = scalarText(named, direction)
  if (text === undefined || isCall(text)) return undefined
  const same = schemasOf
    .get(file)!
    .find((other) => !isCompound(other.schema.ast) && scalarText(other, direction) === text)!
  const other = scalarText(same, direction === "decode" ? "encode" : "decode")
  const name = other === text ? lowerFirst(same.name) : `${direction}${same.name}`
  if (!module.declarations.has(name)) {
    const body = scalar(schema.ast, direction, "value", "key", module, name)
    module.declare(
      name,
      isText(schema.ast)
        ? `export const ${name} = <A extends string = string>(value: unknown, key?: R.Key): A => ${body} as A`
        : `export const ${name} = (value: unknown, key?: R.Key) => ${body}`
    )
  }
  return inModule(name)
}

const isCall = (text: string) => /^[\w.]+(<\w+>)?\(value, key\)$/.test(text)

/** A function that does it, which is declared as `hint` where there is none yet. */
export const functionOf = (ast: SchemaAST.AST, direction: Direction, module: Module, hint: string): string => {
  const named = schemaName(ast)
  if (named !== undefined) {
    const found = functionOfNamed(named, direction)
    if (found !== undefined) return withBrand(ast, module.value(found), module)
  }
  if (isCompound(ast)) return compound(ast, direction, module, hint)
  const text = scalar(ast, direction, "value", "key", module, hint)
  if (isCall(text)) return text.slice(0, -"(value, key)".length)
  return module.share(hint, `(value: unknown, key?: R.Key) => ${text}`)
}

/** Ids are checked by one function, whatever they are the ids of. */
const withBrand = (ast: SchemaAST.AST, name: string, module: Module): string =>
  isText(ast) && typeName(ast)?.hasType === true ? `${name}<${typeOf(ast, module)}>` : name

const expression = (
  ast: SchemaAST.AST,
  direction: Direction,
  value: string,
  key: string,
  module: Module,
  hint: string
): string =>
  isCompound(ast) || (schemaName(ast) !== undefined && functionOfNamed(schemaName(ast)!, direction) !== undefined)
    ? `${functionOf(ast, direction, module, hint)}(${value}, ${key})`
    : scalar(ast, direction, value, key, module, hint)

/* ------------------------------------------------------------------ scalars */

const withChecks = (ast: SchemaAST.AST, value: string, key: string, module: Module, builtin: ReadonlyArray<string>) =>
  filtersOf(ast)
    .filter((filter) => !builtin.includes(idOf(filter) ?? ""))
    .reduce((text, filter) => checked(filter, module, { value: text, key }), value)

const scalar = (
  ast: SchemaAST.AST,
  direction: Direction,
  value: string,
  key: string,
  module: Module,
  hint: string
): string => {
  const R = (name: string, ...args: ReadonlyArray<string>) => `${module.runtime(name)}(${[value, key, ...args].join()})`
  const encoded = encodedOf(ast)
  if (encoded !== undefined) {
    return direction === "decode"
      ? decoded(ast, encoded, value, key, module, hint)
      : encodedText(ast, encoded, value, key, module, hint)
  }
  switch (ast._tag) {
    case "String":
      return withChecks(ast, R("string"), key, module, [])
    case "Boolean":
      return withChecks(ast, R("boolean"), key, module, [])
    case "Number": {
      const ids = filtersOf(ast).map(idOf)
      const kind = ids.includes("isInt") ? "int" : ids.includes("isFinite") ? "finite" : "number"
      return withChecks(ast, R(kind), key, module, ["isInt", "isFinite"])
    }
    case "Literal":
      return R("literal", JSON.stringify(ast.literal))
    case "Null":
      return R("literal", "null")
    case "Unknown":
      return value
    case "Declaration":
      if (isDeclared(ast, Schema.Json)) return R("json")
      break
    case "Objects":
      if (ast.propertySignatures.length + ast.indexSignatures.length === 0) {
        return withChecks(ast, R("present"), key, module, [])
      }
      break
    case "Union":
      return union(ast, direction, value, key, module, hint)
  }
  throw new Error(`${module.file}: ${hint}: ${ast._tag} cannot be compiled`)
}

const isRedacted = (ast: SchemaAST.AST, { transformation }: Encoded): boolean =>
  isDeclared(ast, Schema.toType(PollingCode)) && transformation.named?.decode === redact

const decoded = (
  ast: SchemaAST.AST,
  encoded: Encoded,
  value: string,
  key: string,
  module: Module,
  hint: string
): string => {
  const { from, transformation } = encoded
  if (transformation === SchemaTransformation.dateFromMillis)
    return `${module.runtime("dateOfMillis")}(${value}, ${key})`
  if (transformation === SchemaTransformation.dateFromString) return `${module.runtime("dateOfText")}(${value}, ${key})`
  if (transformation.named === undefined) throw new Error(`${module.file}: ${hint}: a transformation without a name`)
  const wire = expression(from, "decode", value, key, module, hint)
  const apply = module.value(valueName(transformation.named.decode, `the transformation of ${hint}`))
  return isRedacted(ast, encoded)
    ? `${apply}(${withChecks(ast, wire, key, module, [])})`
    : withChecks(ast, `${apply}(${wire})`, key, module, [])
}

const encodedText = (
  ast: SchemaAST.AST,
  encoded: Encoded,
  value: string,
  key: string,
  module: Module,
  hint: string
): string => {
  const { from, transformation } = encoded
  if (transformation === SchemaTransformation.dateFromMillis) return `${module.runtime("millisOf")}(${value}, ${key})`
  if (transformation === SchemaTransformation.numberFromString) {
    return `String(${scalar(typeSide(ast), "encode", value, key, module, hint)})`
  }
  if (isRedacted(ast, encoded)) {
    return withChecks(ast, `${module.runtime("reveal")}(${value}, ${key})`, key, module, [])
  }
  if (transformation.named === undefined) throw new Error(`${module.file}: ${hint}: a transformation without a name`)
  const ours = scalar(typeSide(ast), "encode", value, key, module, hint)
  const apply = module.value(valueName(transformation.named.encode, `the transformation of ${hint}`))
  return scalar(from, "encode", `${apply}(${ours})`, key, module, hint)
}

/** The members of a union, without those that another one covers. */
const membersOf = (ast: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> => {
  const flat = ast.types.flatMap((type) =>
    SchemaAST.isUnion(type) && type.encoding === undefined && type.checks === undefined ? membersOf(type) : [type]
  )
  const texts = flat.filter((type) => isText(type))
  const isCovered = (type: SchemaAST.AST) =>
    SchemaAST.isLiteral(type) && texts.some((text) => Schema.is(Schema.make(text))(type.literal))
  return flat.filter((type) => !isCovered(type))
}

const isNullable = (ast: SchemaAST.AST): ast is SchemaAST.Union =>
  SchemaAST.isUnion(ast) && membersOf(ast).some(SchemaAST.isNull)

const union = (
  ast: SchemaAST.Union,
  direction: Direction,
  value: string,
  key: string,
  module: Module,
  hint: string
): string => {
  if (ast.checks !== undefined) throw new Error(`${module.file}: ${hint}: a check of a union`)
  const members = membersOf(ast)
  if (isNullable(ast)) {
    const others = new SchemaAST.Union(members.filter((member) => !SchemaAST.isNull(member)))
    const other = others.types.length === 1 ? others.types[0]! : others
    return `(${value} === null ? null : ${expression(other, direction, value, key, module, hint)})`
  }
  if (members.length === 1) return expression(members[0]!, direction, value, key, module, hint)
  if (members.every(SchemaAST.isLiteral)) {
    const literals = JSON.stringify(members.map(({ literal }) => literal))
    return `${module.runtime("oneOf")}(${value}, ${key}, ${literals})`
  }
  const forms = members.map((member, index) => functionOf(member, direction, module, `${hint}${index + 1}`))
  return `${module.runtime("either")}<${formType(ast, direction, module)}>(${forms.join()})(${value}, ${key})`
}

/** What comes of a union. */
const formType = (ast: SchemaAST.AST, direction: Direction, module: Module): string =>
  direction === "decode" ? typeOf(SchemaAST.toType(ast), module) : "unknown"

/* ---------------------------------------------------------------- compounds */

/** Whether it takes a function of its own: objects with properties, lists, and unions of these. */
const isCompound = (ast: SchemaAST.AST): boolean => {
  const encoded = encodedOf(ast)
  if (encoded !== undefined) {
    return encoded.transformation.renames !== undefined || (ast !== encoded.from && isCompound(encoded.from))
  }
  if (SchemaAST.isUnion(ast)) return !isNullable(ast) && membersOf(ast).some(isCompound)
  return (
    SchemaAST.isArrays(ast) ||
    (SchemaAST.isObjects(ast) && ast.propertySignatures.length + ast.indexSignatures.length > 0)
  )
}

/** Declares the function, and returns its name. */
const compound = (
  ast: SchemaAST.AST,
  direction: Direction,
  module: Module,
  name: string,
  named?: NamedSchema
): string => {
  const text = compoundText(ast, direction, module, name, named)
  return named === undefined ? module.share(name, text) : module.declare(name, `export const ${name} = ${text}`)
}

const compoundText = (
  ast: SchemaAST.AST,
  direction: Direction,
  module: Module,
  name: string,
  named?: NamedSchema
): string => {
  const encoded = encodedOf(ast)
  const filters = filtersOf(ast)
  if (filters.length > 0) {
    const inner = functionOf(without(ast, "checks"), direction, module, `${name}Fields`)
    const text = filters.reduce(
      (made, filter) =>
        direction === "decode"
          ? checked(filter, module, { value: made, key: "key" })
          : checked(filter, module, { made, value: "value as never", key: "key" }),
      `${inner}(value, key)`
    )
    return `(value: unknown, key?: R.Key) => ${text}`
  }
  if (encoded?.transformation.renames !== undefined) {
    return struct(ast, encoded.from, encoded.transformation.renames, direction, module, name, named)
  }
  if (encoded !== undefined) {
    if (direction === "encode" || encoded.transformation.named === undefined) {
      throw new Error(`${module.file}: ${name}: a transformation that cannot be compiled`)
    }
    const wire = functionOf(encoded.from, direction, module, `${name}Wire`)
    const apply = module.value(valueName(encoded.transformation.named.decode, `the transformation of ${name}`))
    module.runtime("Key")
    return `(value: unknown, key?: R.Key) => ${apply}(${wire}(value, key))`
  }
  switch (ast._tag) {
    case "Arrays": {
      if (ast.elements.length > 0 || ast.rest.length !== 1) throw new Error(`${module.file}: ${name}: a tuple`)
      return `${module.runtime("list")}(${functionOf(ast.rest[0]!, direction, module, `${name}Item`)})`
    }
    case "Union": {
      const forms = membersOf(ast).map((member, index) => functionOf(member, direction, module, `${name}${index + 1}`))
      return `${module.runtime("either")}<${formType(ast, direction, module)}>(${forms.join()})`
    }
    case "Objects":
      if (ast.propertySignatures.length === 0) {
        const [index] = ast.indexSignatures
        if (!SchemaAST.isString(index!.parameter)) throw new Error(`${module.file}: ${name}: keys that are no text`)
        return `${module.runtime("record")}(${functionOf(index!.type, direction, module, `${name}Item`)})`
      }
      return struct(ast, ast, undefined, direction, module, name, named)
  }
  throw new Error(`${module.file}: ${name}: ${ast._tag} cannot be compiled`)
}

const access = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `o.${name}` : `o[${JSON.stringify(name)}]`)

const struct = (
  ast: SchemaAST.AST,
  from: SchemaAST.AST,
  renames: RenamedKeys | undefined,
  direction: Direction,
  module: Module,
  name: string,
  named: NamedSchema | undefined
): string => {
  if (!SchemaAST.isObjects(from)) throw new Error(`${module.file}: ${name}: not a struct`)
  if (renames?.derived !== undefined && direction === "encode") {
    throw new Error(`${module.file}: ${name}: derived fields are only read`)
  }
  const typeFields = new Map(
    SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name, type }) => [name, type]) : []
  )
  const ourName = new Map(renames?.names.map(([ours, wire]) => [wire, ours]))
  const required: Array<string> = []
  const optional: Array<string> = []
  for (const { name: wireProperty, type } of from.propertySignatures) {
    const wire = String(wireProperty)
    const ours = ourName.get(wire) ?? wire
    const [source, target] = direction === "decode" ? [wire, ours] : [ours, wire]
    const value = access(source)
    const of = (ast: SchemaAST.AST) =>
      expression(ast, direction, value, JSON.stringify(source), module, `${name}${upperFirst(ours)}`)
    const isDerived = renames?.derived !== undefined && typeFields.get(ours) !== SchemaAST.toType(type)
    if (!SchemaAST.isOptional(type)) {
      const text = SchemaAST.isUnknown(type) ? `${module.runtime("property")}(o, ${JSON.stringify(source)})` : of(type)
      required.push(`${propertyName(target)}: ${text}`)
      continue
    }
    const { isUndefinable, present } = definedPart(type)
    if (direction === "encode") {
      const absent = isUndefinable ? `${value} === undefined` : `!(${JSON.stringify(source)} in o)`
      required.push(`${propertyName(target)}: ${absent} ? undefined : ${of(present)}`)
    } else if (isDerived) {
      required.push(`${propertyName(target)}: ${value} === undefined ? undefined : ${of(present)}`)
    } else {
      optional.push(`if (${value} !== undefined) a.${target} = ${of(present)}`)
    }
  }
  const type = direction === "decode" && named !== undefined ? typeOf(ast, module) : undefined
  const known = JSON.stringify(from.propertySignatures.map(({ name }) => name))
  const isOpen = from.indexSignatures.length > 0
  const derived = renames?.derived && module.value(valueName(renames.derived, `what is derived in ${name}`))
  const result = isOpen
    ? `${module.runtime("rest")}(a, o, ${known})`
    : derived
      ? `Object.assign(a, ${derived}(a))`
      : "a"
  const fields = `{ ${required.join(", ")} }`
  const make = module.runtime("struct")
  if (optional.length === 0 && result === "a") {
    return `${make}((o)${type === undefined ? "" : `: ${type}`} => (${fields}))`
  }
  if (isOpen && optional.length > 0) throw new Error(`${module.file}: ${name}: an open struct with optional fields`)
  const local =
    optional.length === 0
      ? ""
      : derived === undefined
        ? `: R.Mutable<${type ?? typeOf(typeSide(ast), module)}>`
        : `: ${derivedType(from, renames!, module)}`
  return `${make}((o)${type === undefined ? "" : `: ${type}`} => {
    const a${local} = ${fields}
    ${optional.join("\n")}
    return ${result}
  })`
}

/** The type of what a derivation starts from. */
const derivedType = (from: SchemaAST.Objects, { names }: RenamedKeys, module: Module): string => {
  const ourName = new Map(names.map(([ours, wire]) => [wire, ours]))
  const fields = from.propertySignatures.map(({ name, type }) => {
    const optional = SchemaAST.isOptional(type) ? "?" : ""
    return `${propertyName(ourName.get(String(name))!)}${optional}: ${typeOf(SchemaAST.toType(type), module)}`
  })
  return `{ ${fields.join("; ")} }`
}

/** The schema of an optional field where it is there. */
const definedPart = (ast: SchemaAST.AST) => {
  if (!SchemaAST.isUnion(ast) || !ast.types.some(SchemaAST.isUndefined)) {
    return { isUndefinable: false, present: ast }
  }
  const others = ast.types.filter((type) => !SchemaAST.isUndefined(type))
  return { isUndefinable: true, present: others.length === 1 ? others[0]! : new SchemaAST.Union(others) }
}
