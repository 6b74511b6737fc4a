/** Prints the members of types: promise methods with their errors, areas of an app, and fields. */
import * as ts from "typescript-6"
import type { Method } from "./methods.ts"
import { printDoc, type Printing } from "./printing.ts"
import { printParameters } from "./signatures.ts"
import { printBlock, capitalize, printKey } from "./text.ts"

/** Members that every error has from `Error` or Effect. */
const ofEveryError = new Set(["name", "stack", "cause", "pipe", "toJSON", "toString", "asEffect", "isProtocolError"])

const resultDoc = "/** The same call as a `Result` instead of a rejection. */"

/** The structure of a type between braces. */
export const printMembers = (printing: Printing, type: ts.Type, where: string): string => {
  const { checker, print } = printing
  const indexes = checker
    .getIndexInfosOfType(type)
    .map(({ keyType, type }) => `readonly [key: ${print(keyType, where)}]: ${print(type, where)}`)
  const calls = type
    .getCallSignatures()
    .map((signature) => `(${printParameters(printing, signature, where)}): ${print(signature.getReturnType(), where)}`)
  const members = shownMembers(printing, type).map((member) => printMember(printing, member, where))
  return printBlock([...calls, ...indexes, ...members])
}

/** The members to print. Only errors have members that say nothing. */
const shownMembers = ({ reader }: Printing, type: ts.Type): ReadonlyArray<ts.Symbol> => {
  const members = reader.listMembers(type)
  const isError = members.some(({ name }) => name === "stack")
  const isOwn = (member: ts.Symbol) => reader.isOwn(member) && member.name !== "isProtocolError"
  const isLeftOut = ({ name }: ts.Symbol) => ofEveryError.has(name) && (isError || name !== "name")
  return members.filter((member) => isOwn(member) || !isLeftOut(member))
}

const printMember = (printing: Printing, symbol: ts.Symbol, where: string): string => {
  const trail = `${where}.${symbol.name}`
  const key = printKey(symbol.name)
  const type = printing.checker.getTypeOfSymbol(symbol)
  const method = printing.reader.findMethod(type)
  if (method !== undefined) return printMethod(printing, key, symbol, method, trail)
  if (isArea(printing, type)) {
    return `${printDoc(printing, symbol)}readonly ${key}: ${printArea(printing, symbol.name, type, trail)}`
  }
  const doc = printDoc(printing, symbol, describeIterableErrors(printing, type, trail))
  return `${doc}readonly ${key}${symbol.flags & ts.SymbolFlags.Optional ? "?" : ""}: ${printing.print(type, trail)}`
}

const printMethod = (
  printing: Printing,
  key: string,
  symbol: ts.Symbol,
  { always, call, errors, value }: Method,
  where: string
): string => {
  const { print } = printing
  const named = listErrors(printing, errors, where)
  const doc = printDoc(printing, symbol, describeRejection(named))
  const result = print(value, where)
  const failure = named.join(" | ")
  const options = always && print(always.options, where)
  const [parameters, returned] =
    always === undefined
      ? [`(${printParameters(printing, call, where)})`, result]
      : // One generic signature, because editors complete the literals of the first of several only.
        [
          `<const Or extends NonNullable<${options}["or"]>>(input?: ${options} & { readonly or?: Or | undefined }, options?: CallOptions)`,
          `${result} | (Or extends ${print(always.or, where)} ? never : null)`
        ]
  return `${doc}readonly ${key}: ${printBlock([
    `${parameters}: Promise<${returned}>`,
    `${resultDoc}\nreadonly result: ${parameters} => Promise<Result<${returned}, ${failure}>>`
  ])}`
}

/** The names of errors, with one for those that nearly all methods have. */
const listErrors = (
  { common, print }: Printing,
  errors: ReadonlyArray<ts.Type>,
  where: string
): ReadonlyArray<string> => {
  const hasAll = [...common].every((error) => errors.includes(error))
  const own = errors.filter((error) => !(hasAll && common.has(error))).map((error) => print(error, where))
  return [...[...new Set(own)].toSorted(), ...(hasAll ? ["CallError"] : [])]
}

const describeRejection = (errors: ReadonlyArray<string>) =>
  `Rejects with ${errors.map((error) => `\`${error}\``).join(", ")}.`

/** The errors of a method that returns an iterable, which has no `result`. */
const describeIterableErrors = (printing: Printing, type: ts.Type, where: string): string => {
  const returned = type.getCallSignatures()[0]?.getReturnType()
  if (returned?.symbol?.name !== "TypedIterable") return ""
  const [, error] = printing.checker.getTypeArguments(returned as ts.TypeReference)
  return error === undefined
    ? ""
    : describeRejection(listErrors(printing, error.isUnion() ? error.types : [error], where))
}

/** Whether a type groups methods, like `app.teams`. */
const isArea = ({ checker, reader }: Printing, type: ts.Type): boolean =>
  ((type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection()) &&
  reader.listMembers(type).some((member) => reader.findMethod(checker.getTypeOfSymbol(member)) !== undefined)

/** The name of an area's methods, which it declares. Apps whose methods are the same share them. */
const printArea = (printing: Printing, area: string, type: ts.Type, where: string): string => {
  const { declared } = printing
  const body = printMembers(printing, type, where)
  const printAs = (name: string) => `/** Methods of an app. */\nexport interface ${name} ${body}\n`
  const short = `${capitalize(area)}Methods`
  const app = (where.split(".").at(-2) ?? "").replace(/^Promise|App$/g, "")
  const candidates = [short, `${capitalize(app)}${short}`]
  const name = candidates.find((name) => !declared.has(name) || declared.get(name) === printAs(name))
  if (name === undefined) throw new Error(`${where} has methods of its own, and no free name`)
  declared.set(name, printAs(name))
  return name
}
