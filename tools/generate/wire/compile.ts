/**
 * Schemas as functions. A schema that has a name has one function, in the module that is compiled from its own; any
 * other is written out where it stands.
 */
import type * as SchemaAST from "effect/SchemaAST"
import { isCompound, isText } from "./ast.ts"
import { compileCompound, printLambda } from "./compounds.ts"
import { compiledFile, Module } from "./Module.ts"
import { type Name, type NamedSchema, findSchemaName, schemasByFile, findTypeName } from "./names.ts"
import { compileScalar } from "./scalars.ts"
import { type Direction, findFunction, parameters, type Site } from "./Site.ts"
import { printType } from "./types.ts"

const modules = new Map<string, Module>()

/** The module that is compiled from a module of the contract. */
export const makeModule = (file: string): Module => {
  const compiled = compiledFile(file)
  const module = modules.get(compiled) ?? new Module(compiled)
  modules.set(compiled, module)
  return module
}

/** Everything compiled so far. */
export const compiledModules = (): ReadonlyArray<Module> => [...modules.values()]

/** A place for code. */
export const makeSite = (direction: Direction, module: Module, hint: string): Site => {
  const site: Site = {
    direction,
    module,
    hint,
    at: (part) => makeSite(direction, module, hint + part),
    in: (file, name) => makeSite(direction, makeModule(file), name),
    compile: (ast) => compileFunction(ast, site),
    expression: (ast, at) =>
      isCompound(ast) || findNamedFunction(findSchemaName(ast), direction) !== undefined
        ? `${compileFunction(ast, site)}(${at.value}, ${at.key})`
        : compileScalar(ast, site, at),
    call: (name, ...args) => `${module.runtime(name)}(${args.join()})`
  }
  return site
}

/** A function that does it, which is declared where there is none yet. */
export const compileFunction = (ast: SchemaAST.AST, site: Site): string => {
  const named = findNamedFunction(findSchemaName(ast), site.direction)
  if (named !== undefined) return withBrand(ast, site.module.value(named), site.module)
  if (isCompound(ast)) return site.module.share(site.hint, compileCompound(ast, site))
  const text = compileScalar(ast, site, parameters)
  return findFunction(text, parameters) ?? site.module.share(site.hint, printLambda(site, text))
}

/** Ids are checked by one function, whatever they are the ids of. */
const withBrand = (ast: SchemaAST.AST, name: string, module: Module): string =>
  isText(ast) && findTypeName(ast)?.hasType === true ? `${name}<${printType(ast, module)}>` : name

/* ------------------------------------------------------------ named schemas */

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** The function of a named schema; undefined where it is the call of another one. */
const findNamedFunction = (named: NamedSchema | undefined, direction: Direction): Name | undefined => {
  if (named === undefined) return undefined
  const module = makeModule(named.file)
  const name = isCompound(named.schema.ast) ? `${direction}${named.name}` : findScalarName(named, direction)
  if (name === undefined) return undefined
  if (!module.declarations.has(name)) {
    module.declare(name, `export const ${name} = ${printFunction(named, direction, module, name)}`)
  }
  return { file: `src/wire/generated/${module.file}`, name }
}

const printFunction = (named: NamedSchema, direction: Direction, module: Module, name: string): string => {
  const { ast } = named.schema
  const site = makeSite(direction, module, name)
  if (isCompound(ast)) return compileCompound(ast, site, named)
  const text = compileScalar(ast, site, parameters)
  return isText(ast)
    ? `<A extends string = string>(value: unknown, key?: ${module.runtime("Key")}): A => ${text} as A`
    : printLambda(site, text)
}

/** Scalars of one module that are read, or written, in the same way have one function, called after the first. */
const findScalarName = (named: NamedSchema, direction: Direction): string | undefined => {
  const text = printScalar(named, direction)
  if (text === undefined || findFunction(text, parameters) !== undefined) return undefined
  const first = schemasByFile.get(named.file)!.find((other) => printScalar(other, direction) === text)!
  const otherDirection = printScalar(first, direction === "decode" ? "encode" : "decode")
  return otherDirection === text ? lowerFirst(first.name) : `${direction}${first.name}`
}

/** A scalar with what it needs, to compare it with others; undefined where this direction cannot be compiled. */
const printScalar = ({ file, schema }: NamedSchema, direction: Direction): string | undefined => {
  if (isCompound(schema.ast)) return undefined
  const module = new Module(compiledFile(file))
  try {
    const text = compileScalar(schema.ast, makeSite(direction, module, "scalar"), parameters)
    return [text, ...module.declarations.values()].join("\n")
  } catch {
    return undefined
  }
}
