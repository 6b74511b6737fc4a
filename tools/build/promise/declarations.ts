/**
 * Writes the declarations of the promise API without a trace of Effect: each method has its plain input, its plain
 * result, the docblock of its operation, and its errors by name. TypeScript says what the types are; this prints them.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as ts from "typescript-6"
import { createProgram } from "../../catalog/program.ts"
import { makeReader } from "./methods.ts"
import { inPrelude, prelude } from "./prelude.ts"
import { printDoc, type Printing } from "./printing.ts"
import { printParameters, printReturnType } from "./signatures.ts"
import { printName, printType } from "./types.ts"

const root = path.resolve(import.meta.dirname, "../../..")

/** The declarations of a package's promise entries. */
export interface Declarations {
  /** What each entry declares besides types, by the entry's source. */
  readonly entries: ReadonlyMap<string, string>
  /** The types that all entries share. */
  readonly types: string
  readonly problems: ReadonlyArray<string>
}

/** Prints what the sources export. */
export const makeDeclarations = (files: ReadonlyArray<string>): Declarations => {
  const program = createProgram(files, "tsconfig.build.json")
  const exported = new Map(files.map((file) => [file, listExports(program, file)]))
  const printing = makePrinting(program.getTypeChecker(), [...exported.values()].flat())
  const entries = new Map([...exported].map(([file, exports]) => [file, printEntry(printing, exports)]))
  const { common, declared, print, problems } = printing
  const errors = [...common].map((error) => print(error, "CallError")).toSorted()
  declared.set("CallError", `/** The errors of nearly every call. */\nexport type CallError = ${errors.join(" | ")}\n`)
  const sorted = [...declared].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return { entries, types: [prelude, ...sorted].join("\n"), problems: [...problems] }
}

interface Exported {
  readonly name: string
  readonly target: ts.Symbol
}

const listExports = (program: ts.Program, file: string): ReadonlyArray<Exported> => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path.join(root, file))
  if (source === undefined) throw new Error(`${file} is not there`)
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).map((symbol) => ({
    name: symbol.name,
    target: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }))
}

/** A printer that has declared nothing yet. */
const makePrinting = (checker: ts.TypeChecker, exported: ReadonlyArray<Exported>): Printing => {
  const reader = makeReader(checker)
  const interfaces = exported.filter(({ target }) => target.flags & ts.SymbolFlags.Interface)
  const printing: Printing = {
    checker,
    reader,
    common: reader.findCommonErrors(interfaces.map(({ target }) => checker.getDeclaredTypeOfSymbol(target))),
    exported: new Set(exported.map(({ target }) => target)),
    chosen: chooseNames(exported),
    declared: new Map(),
    names: new Map(),
    generic: new Set(),
    problems: new Set(),
    print: (type, where) => printType(printing, type, where)
  }
  return printing
}

const chooseNames = (exported: ReadonlyArray<Exported>): ReadonlyMap<ts.Symbol, string> => {
  const isType = ({ flags }: ts.Symbol) => (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0
  return new Map(
    exported
      .filter(({ name, target }) => isType(target) && name !== "Result" && target.name !== name)
      .map(({ name, target }) => [target, name])
  )
}

/** The values of an entry. Its types are declared beside those of the other entries. */
const printEntry = (printing: Printing, exported: ReadonlyArray<Exported>): string =>
  exported
    .flatMap(({ name, target }) => {
      if (target.flags & ts.SymbolFlags.Value) return [printValue(printing, name, target)]
      if (!inPrelude.has(name)) printing.print(printing.checker.getDeclaredTypeOfSymbol(target), name)
      return []
    })
    .join("\n\n")

const printValue = (printing: Printing, name: string, symbol: ts.Symbol): string => {
  const { checker, print } = printing
  const doc = printDoc(printing, symbol)
  if (symbol.flags & ts.SymbolFlags.Class) {
    const made = printName(printing, checker.getDeclaredTypeOfSymbol(symbol), symbol)
    return `${doc}export declare const ${name}: { new (): types.${made} }\n${doc}export type ${name} = types.${made}`
  }
  const type = checker.getTypeOfSymbol(symbol)
  const [call, ...others] = type.getCallSignatures()
  return call === undefined || others.length > 0
    ? `${doc}export declare const ${name}: ${print(type, name)}`
    : `${doc}export declare function ${name}(${printParameters(printing, call, name)}): ${printReturnType(printing, call, name)}`
}

/** The sources of the entries, by the names of their declarations. */
const sources = {
  client: "src/promise/standalone/client.ts",
  server: "src/promise/standalone/server.ts",
  admin: "src/promise/standalone/admin.ts",
  backend: "src/promise/standalone/backend.ts",
  payments: "src/payments/PromisePayments.ts",
  "payments-server": "src/payments/PromiseServerPayments.ts",
  "payments-admin": "src/payments/PromiseAdminPayments.ts"
}

/** Writes the declarations of the entries, and the types that they share, into a folder. */
export const writeDeclarations = (folder: string): void => {
  const { entries: texts, problems, types } = makeDeclarations(Object.values(sources))
  if (problems.length > 0) throw new Error(`Types that have no plain form:\n${problems.join("\n")}`)
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, "types.d.ts"), types)
  const names = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => name)
  for (const [name, file] of Object.entries(sources)) {
    const text = texts.get(file) ?? ""
    const code = text.replace(/\/\*\*[\s\S]*?\*\//g, "")
    const used = names.filter(
      (name) => new RegExp(`(?<![.\\w])${name}\\b`).test(code) && !text.includes(`export type ${name} `)
    )
    const imports = `import type * as types from "./types.js"\nimport type { ${used.join(", ")} } from "./types.js"\nexport type * from "./types.js"`
    fs.writeFileSync(path.join(folder, `${name}.d.ts`), `${imports}\n\n${text}\n`)
  }
}

if (import.meta.main) writeDeclarations(path.resolve(process.argv[2] ?? path.join(root, "dist/standalone")))
