/** Reads the declarations: the classes of errors, and which operation can fail with which. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as ts from "typescript-6"
import { operations } from "../../catalog/operations.ts"
import { createProgram } from "../../catalog/program.ts"

const root = path.resolve(import.meta.dirname, "../../..")

/** A field of an error, or of its details. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly text: string
}

/** The class of an error. */
export interface Declared {
  readonly tag: string
  readonly file: string
  readonly text: string
  /** Of known errors. */
  readonly code: string | undefined
  readonly status: number | undefined
  readonly fields: ReadonlyArray<Field>
  /** The tags of the errors that come as its `reason`. */
  readonly reasons: ReadonlyArray<string>
}

/** The facts of the declarations. */
export interface Declarations {
  readonly errors: ReadonlyMap<string, Declared>
  /** The tags of each operation's errors, by where the operation is exported: `server/Users.get`. */
  readonly failures: ReadonlyMap<string, ReadonlyArray<string>>
}

const entries = { client: "src/index.ts", server: "src/server/index.ts", admin: "src/admin/index.ts" }

/** Areas that are entry points themselves. */
const areas = {
  Payments: "src/payments/Payments.ts",
  "server/Payments": "src/payments/ServerPayments.ts",
  "admin/Payments": "src/payments/AdminPayments.ts"
}

/**
 * The sources of the errors that the emulator's methods and its start fail with; its other errors are answers of the
 * service.
 */
const ofEmulator = [
  "src/emulator/Serve.ts",
  "src/emulator/faults/FaultRule.ts",
  "src/emulator/seeds/Seed.ts",
  "src/emulator/state/SnapshotError.ts",
  "src/emulator/storage/DatabaseError.ts"
]

const open = (): ts.Program => {
  const files = fs.globSync("src/**/*.ts", { cwd: root, exclude: ["src/{emulator,cli,testing}/**"] })
  return createProgram([...files, ...ofEmulator].toSorted(), "tsconfig.json")
}

const reader = (program: ts.Program) => {
  const checker = program.getTypeChecker()

  const listMembers = (type: ts.Type): ReadonlyArray<ts.Type> => (type.isUnion() ? type.types : [type])

  const findProperty = (type: ts.Type, name: string): ts.Type | undefined => {
    const property = type.getProperty(name)
    return property && checker.getTypeOfSymbol(property)
  }

  const findLiteral = (type: ts.Type, name: string): string | number | undefined => {
    const property = findProperty(type, name)
    return property?.isLiteral() === true && typeof property.value !== "object" ? property.value : undefined
  }

  const listTags = (type: ts.Type): ReadonlyArray<string> =>
    listMembers(type).flatMap((member) => {
      const tag = findLiteral(member, "_tag")
      return typeof tag === "string" ? [tag] : []
    })

  const readDoc = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker))

  const printType = (type: ts.Type) =>
    checker
      .typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseFullyQualifiedType)
      .replaceAll(/import\("[^"]*"\)\./g, "")
      .replaceAll(/\bRedacted\.Redacted(<string>)?/g, "Redacted<string>")

  const listFields = (type: ts.Type, file: ts.SourceFile): ReadonlyArray<Field> =>
    type.getProperties().flatMap((symbol) => {
      const isOwn = symbol.declarations?.some((declaration) => {
        const source = declaration.getSourceFile()
        return source === file || source.fileName.endsWith("/domain/errors/TextError.ts")
      })
      if (isOwn !== true || ["message", "_tag"].includes(symbol.name)) return []
      const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0 ? "?" : ""
      return [{ name: symbol.name + optional, type: printType(checker.getTypeOfSymbol(symbol)), text: readDoc(symbol) }]
    })

  const declaredBy = (node: ts.ClassDeclaration): Declared | undefined => {
    const symbol = node.name && checker.getSymbolAtLocation(node.name)
    if (symbol === undefined) return undefined
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    const tag = findLiteral(type, "_tag")
    const file = node.getSourceFile()
    if (typeof tag !== "string") return undefined
    const code = findLiteral(type, "code")
    const status = findLiteral(type, "status")
    const details = findProperty(type, "details")
    const reason = findProperty(type, "reason")
    return {
      tag,
      file: path.relative(root, file.fileName),
      text: readDoc(symbol),
      code: typeof code === "string" ? code : undefined,
      status: typeof status === "number" ? status : undefined,
      fields: listFields(details ?? type, file),
      reasons: reason === undefined ? [] : listTags(reason)
    }
  }

  /** The error type of an operation: of an effect, or of the effect that a function returns. */
  const findFailure = (type: ts.Type): ts.Type | undefined => {
    for (const name of ["~effect/Effect", "~effect/Stream"]) {
      const variance = findProperty(type, name)
      const failure = variance && findProperty(variance, "_E")
      if (failure !== undefined) return failure.getCallSignatures()[0]?.getReturnType()
    }
    const returned = type.getCallSignatures().at(-1)?.getReturnType()
    return returned && findFailure(returned)
  }

  const resolved = (symbol: ts.Symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)

  return { checker, declaredBy, findFailure, resolved, listTags }
}

/** Whether a class is an error. Others have tags without being failures of operations. */
const isError = (file: ts.SourceFile, node: ts.ClassDeclaration) =>
  /\b(TaggedError|KnownError|ProtocolError|TextError)\b/.test(node.heritageClauses?.[0]?.getText(file) ?? "") ||
  /\/domain\/errors\/(TransportReason|TokenUnavailable)\.ts$/.test(file.fileName)

/** Reads them, in about 15 seconds. */
export const read = (): Declarations => {
  const program = open()
  const { checker, declaredBy, findFailure, resolved, listTags } = reader(program)
  const errors = new Map<string, Declared>()
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || file.fileName.includes("node_modules")) continue
    const name = path.relative(root, file.fileName)
    if (name.startsWith("src/emulator/") && !ofEmulator.includes(name)) continue
    for (const node of file.statements) {
      const declared = ts.isClassDeclaration(node) && isError(file, node) ? declaredBy(node) : undefined
      if (declared !== undefined) errors.set(declared.tag, declared)
    }
  }
  const failures = new Map<string, ReadonlyArray<string>>()
  const findModule = (file: string) => checker.getSymbolAtLocation(program.getSourceFile(path.join(root, file))!)!
  const readArea = (name: string, module: ts.Symbol) => {
    for (const member of checker.getExportsOfModule(module)) {
      const failure = findFailure(checker.getTypeOfSymbol(resolved(member)))
      if (failure !== undefined) failures.set(`${name}.${member.name}`, listTags(failure))
    }
  }
  for (const [entry, file] of Object.entries(entries)) {
    for (const area of checker.getExportsOfModule(findModule(file))) {
      const target = resolved(area)
      const isArea = (target.flags & ts.SymbolFlags.ValueModule) !== 0
      if (isArea) readArea(`${entry === "client" ? "" : `${entry}/`}${area.name}`, target)
    }
  }
  for (const [name, file] of Object.entries(areas)) readArea(name, findModule(file))
  const known = operations.map(({ exportedAs }) => exportedAs)
  const unread = known.filter((name) => !failures.has(name))
  if (unread.length > 0) throw new Error(`The errors of these operations cannot be read: ${unread.join(", ")}`)
  return { errors, failures: new Map(known.map((name) => [name, failures.get(name)!])) }
}
