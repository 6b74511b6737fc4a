/** Prints types: by name where the package declares them, with a plain form where Effect does, else by structure. */
import * as path from "node:path"
import * as ts from "typescript-6"
import { printMembers } from "./members.ts"
import { inPrelude, ofEffect } from "./prelude.ts"
import { printDoc, type Printing } from "./printing.ts"
import { printParameters, printTypeParameters } from "./signatures.ts"

/** A type as it is written where it is used. */
export const printType = (printing: Printing, type: ts.Type, where: string): string => {
  const { reader } = printing
  if (where.split(".").length > 12) throw new Error(`${where} has no end`)
  const alias = type.aliasSymbol
  if (alias !== undefined) {
    const plain = reader.isOfEffect(alias) ? ofEffect[alias.name] : undefined
    if (plain !== undefined) return plain
    if (reader.isOwn(alias) && (type.aliasTypeArguments ?? []).length === 0) return printName(printing, type, alias)
  }
  return printStructure(printing, type, where)
}

/** The name of a declared type; declares it at the first call. */
export const printName = (printing: Printing, type: ts.Type, symbol: ts.Symbol): string => {
  const { chosen, declared, names, reader } = printing
  if (inPrelude.has(symbol.name)) return symbol.name
  const known = names.get(symbol)
  if (known !== undefined) return known
  const name = chosen.get(symbol) ?? findFreeName(printing, symbol)
  names.set(symbol, name)
  // Types that name each other find the name taken before there is a text.
  declared.set(name, "")
  const typeParameters = isGeneric(type) ? printTypeParameters(printing, type, name) : ""
  const body =
    symbol.flags & ts.SymbolFlags.TypeAlias
      ? `export type ${name} = ${printStructure(printing, type, name)}`
      : `export interface ${name}${typeParameters} ${reader.isError(type) ? "extends Error " : ""}${printMembers(printing, type, name)}`
  declared.set(name, `${printDoc(printing, symbol)}${body}\n`)
  return name
}

const findFreeName = ({ declared, reader }: Printing, symbol: ts.Symbol): string => {
  const longer = `${path.basename(reader.findFile(symbol), ".ts")}${symbol.name}`
  const candidates = [symbol.name, longer, ...Array.from({ length: 9 }, (_, n) => `${longer}${n + 2}`)]
  return candidates.find((name) => !declared.has(name)) ?? longer
}

const printStructure = (printing: Printing, type: ts.Type, where: string): string => {
  const { checker, generic, print, problems } = printing
  const { flags, symbol } = type
  if (generic.has(type)) return symbol.name
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.TypeParameter)) {
    problems.add(`${where} is ${checker.typeToString(type)}`)
    return "unknown"
  }
  if (type.isUnion()) return printUnion(printing, type, where)
  if (type.isIntersection()) return printIntersection(printing, type, where)
  if (!(flags & ts.TypeFlags.Object)) return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  const members = checker.isTupleType(type) || checker.isArrayType(type) ? listTypeArguments(printing, type) : []
  if (checker.isTupleType(type)) return `readonly [${members.map((member) => print(member, where)).join(", ")}]`
  if (checker.isArrayType(type)) return `ReadonlyArray<${print(members[0]!, where)}>`
  return printObject(printing, type, where)
}

const listTypeArguments = ({ checker }: Printing, type: ts.Type): ReadonlyArray<ts.Type> =>
  checker.getTypeArguments(type as ts.TypeReference)

const printUnion = ({ print, reader }: Printing, type: ts.UnionType, where: string): string => {
  const isBoolean = type.types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2
  const parts = type.types
    .filter(({ flags }) => !(isBoolean && flags & ts.TypeFlags.BooleanLiteral))
    // Where an option takes an effect, the plain form also takes a promise.
    .filter(({ symbol }) => !(reader.isOfEffect(symbol) && symbol.name === "Effect"))
    .map((part) => {
      const text = part.symbol?.name === "DurationObject" ? "Duration" : print(part, where)
      return text.includes("=>") ? `(${text})` : text
    })
  const all = new Set([...parts, ...(isBoolean ? ["boolean"] : [])])
  const texts = all.has("Duration")
    ? replaceParts(all, /^(?:Duration|number|bigint|`|"-?Infinity|readonly \[)/, "Duration")
    : all
  const shown = texts.has("JsonObject")
    ? replaceParts(texts, /^(?:string|number|boolean|null|JsonObject|ReadonlyArray<Json>)$/, "Json")
    : texts
  const rank = (text: string) => ["null", "undefined"].indexOf(text)
  return [...shown].toSorted((a, b) => rank(a) - rank(b)).join(" | ")
}

/** A type in the place of those that it has as parts. */
const replaceParts = (texts: ReadonlySet<string>, parts: RegExp, whole: string) =>
  new Set([whole, ...[...texts].filter((text) => !parts.test(text))])

/** One object where all parts are objects without a name of their own. */
const printIntersection = (printing: Printing, type: ts.IntersectionType, where: string): string => {
  const { print, reader } = printing
  const parts = type.types.filter((part) => !reader.isOfEffect(part.aliasSymbol ?? part.symbol))
  const isOneObject = parts.every(
    (part) => part.flags & ts.TypeFlags.Object && !part.aliasSymbol && reader.findMethod(part) === undefined
  )
  if (isOneObject) return printMembers(printing, type, where)
  return [...new Set(parts.map((part) => print(part, where)))].join(" & ")
}

/** An object of Effect, of the package, of the platform, or without a name. */
const printObject = (printing: Printing, type: ts.Type, where: string): string => {
  const { reader } = printing
  const symbol: ts.Symbol | undefined = type.symbol
  if (symbol === undefined) return printNameless(printing, type, where)
  if (reader.isOfEffect(symbol) && symbol.name !== "__type") return printOfEffect(printing, type, where)
  if ((symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) === 0) {
    return printNameless(printing, type, where)
  }
  return reader.isOwn(symbol) ? printOwn(printing, type, where) : printOfPlatform(printing, type, where)
}

const printOfEffect = (printing: Printing, type: ts.Type, where: string): string => {
  const { name } = type.symbol
  if (name === "Redacted") {
    const [value] = listTypeArguments(printing, type)
    const text = value === undefined ? "string" : printing.print(value, where)
    return text === "string" ? "Redacted" : `Redacted<${text}>`
  }
  const plain = ofEffect[name]
  if (plain === undefined) printing.problems.add(`${where} is ${name} of Effect`)
  return plain ?? "unknown"
}

const printOwn = (printing: Printing, type: ts.Type, where: string): string => {
  const args = listGivenArguments(printing, type)
  const [first] = args
  const { name } = type.symbol
  if (first === undefined) return printName(printing, type, type.symbol)
  if (name === "TypedPromise") return `Promise<${printing.print(first, where)}>`
  if (name === "TypedIterable") return `AsyncIterable<${printing.print(first, where)}>`
  const declared = printing.checker.getDeclaredTypeOfSymbol(type.symbol)
  if (printing.exported.has(type.symbol) && isGeneric(declared)) {
    const generic = printName(printing, declared, type.symbol)
    const texts = args.slice(0, declared.typeParameters?.length).map((argument) => printing.print(argument, where))
    return `${generic}<${texts.join(", ")}>`
  }
  return printMembers(printing, type, where)
}

/** How many type arguments of the platform's types are worth saying; the others are defaults. */
const platformArguments: Readonly<Record<string, number>> = {
  Promise: 1,
  PromiseLike: 1,
  ReadonlySet: 1,
  Set: 1,
  ReadonlyMap: 2,
  Map: 2,
  AsyncIterable: 1
}

const printOfPlatform = (printing: Printing, type: ts.Type, where: string): string => {
  const { name } = type.symbol
  const shown = listGivenArguments(printing, type).slice(0, platformArguments[name] ?? 0)
  return shown.length === 0 ? name : `${name}<${shown.map((argument) => printing.print(argument, where)).join(", ")}>`
}

const isGeneric = (type: ts.Type): type is ts.InterfaceType =>
  type.isClassOrInterface() && (type.typeParameters ?? []).length > 0

const listGivenArguments = (printing: Printing, type: ts.Type): ReadonlyArray<ts.Type> =>
  (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference ? listTypeArguments(printing, type) : []

/** A function, or an object that is written out. */
const printNameless = (printing: Printing, type: ts.Type, where: string): string => {
  const [call, ...others] = type.getCallSignatures()
  if (call === undefined || others.length > 0 || printing.reader.listMembers(type).length > 0) {
    return printMembers(printing, type, where)
  }
  const typeParameters = printTypeParameters(printing, call, where)
  return `${typeParameters}(${printParameters(printing, call, where)}) => ${printing.print(call.getReturnType(), where)}`
}
