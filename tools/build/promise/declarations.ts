/**
 * Writes the declarations of the promise API without a trace of Effect: each method has its plain input, its plain
 * result, the docblock of its operation, and its errors by name. TypeScript provides the types; this prints them.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as ts from "typescript-6"
import { programOf } from "../../catalog/program.ts"
import { type Method, readerOf } from "./methods.ts"
import { inPrelude, ofEffect, prelude } from "./prelude.ts"

const root = path.resolve(import.meta.dirname, "../../..")

/** Members that every error has from `Error` or Effect. */
const ofEveryError = new Set(["name", "stack", "cause", "pipe", "toJSON", "toString", "asEffect", "isProtocolError"])

const resultDoc = "/** The same call as a `Result` instead of a rejection. */"

const indented = (text: string) => text.replaceAll("\n", "\n  ")

const block = (members: ReadonlyArray<string>) =>
  members.length === 0 ? "{}" : `{\n  ${members.map(indented).join("\n  ")}\n}`

const isIdentifier = (name: string) => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)

const docblock = (text: string): string => {
  if (text === "") return ""
  const lines = text.split("\n")
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

/** The declarations of a package's promise entries. */
export interface Declarations {
  /** The declarations of each entry besides types, by the entry's source. */
  readonly entries: ReadonlyMap<string, string>
  /** The types that all entries share. */
  readonly types: string
  readonly problems: ReadonlyArray<string>
}

/** Prints what the sources export. */
export const declarationsOf = (files: ReadonlyArray<string>): Declarations => {
  const program = programOf(files, "tsconfig.build.json")
  const checker = program.getTypeChecker()
  const { commonErrorsOf, isError, isOfEffect, isOwn, fileOf, membersOf, methodOf } = readerOf(checker)
  const problems = new Set<string>()
  const declared = new Map<string, string>()
  const names = new Map<ts.Symbol, string>()
  const isOwnMember = (member: ts.Symbol) => isOwn(member) && member.name !== "isProtocolError"

  const exportsOf = (file: string) => {
    const source = program.getSourceFile(path.join(root, file))
    if (source === undefined) throw new Error(`${file} is not there`)
    return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).map((symbol) => ({
      name: symbol.name,
      target: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    }))
  }

  const all = new Map(files.map((file) => [file, exportsOf(file)]))
  /** The errors of nearly all methods. */
  const common = commonErrorsOf(
    [...all.values()]
      .flat()
      .flatMap(({ target }) => (target.flags & ts.SymbolFlags.Interface ? checker.getDeclaredTypeOfSymbol(target) : []))
  )
  /** The names by which entries export things that are named differently inside. */
  const chosen = new Map<ts.Symbol, string>()
  for (const { name, target } of [...all.values()].flat()) {
    const isType = (target.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0
    if (isType && name !== "Result" && target.name !== name) chosen.set(target, name)
  }

  const docOf = (symbol: ts.Symbol, more = ""): string => {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
    const tags = symbol
      .getJsDocTags(checker)
      .map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`.trim())
    return docblock([text, more, tags.join("\n")].filter((part) => part !== "").join("\n\n"))
  }

  const errorsOf = (errors: ReadonlyArray<ts.Type>, where: string): ReadonlyArray<string> => {
    const hasAll = [...common].every((error) => errors.includes(error))
    const own = errors.filter((error) => !(hasAll && common.has(error))).map((error) => print(error, where))
    return [...[...new Set(own)].toSorted(), ...(hasAll ? ["CallError"] : [])]
  }

  const rejectsWith = (errors: ReadonlyArray<string>) =>
    `Rejects with ${errors.map((error) => `\`${error}\``).join(", ")}.`

  /** The errors of a method that returns an iterable, which has no \`result\`. */
  const errorsOfIterable = (type: ts.Type, where: string): string => {
    const returned = type.getCallSignatures()[0]?.getReturnType()
    if (returned?.symbol?.name !== "TypedIterable") return ""
    const [, error] = checker.getTypeArguments(returned as ts.TypeReference)
    return error === undefined ? "" : rejectsWith(errorsOf(error.isUnion() ? error.types : [error], where))
  }

  const printMethod = (
    name: string,
    symbol: ts.Symbol,
    { always, call, errors, value }: Method,
    where: string
  ): string => {
    const named = errorsOf(errors, where)
    const doc = docOf(symbol, rejectsWith(named))
    const result = print(value, where)
    const failure = named.join(" | ")
    const options = always && print(always.options, where)
    const [parameters, returned] =
      always === undefined
        ? [`(${parametersOf(call, where)})`, result]
        : // One generic signature, because editors complete the literals of the first of several only.
          [
            `<const Or extends NonNullable<${options}["or"]>>(input?: ${options} & { readonly or?: Or | undefined }, options?: CallOptions)`,
            `${result} | (Or extends ${print(always.or, where)} ? never : null)`
          ]
    return `${doc}readonly ${name}: ${block([
      `${parameters}: Promise<${returned}>`,
      `${resultDoc}\nreadonly result: ${parameters} => Promise<Result<${returned}, ${failure}>>`
    ])}`
  }

  const parametersOf = (signature: ts.Signature, where: string): string =>
    signature.parameters
      .flatMap((parameter) => {
        const rest = checker.getTypeOfSymbol(parameter)
        if (checker.isTupleType(rest)) return tupleParameters(rest as ts.TupleTypeReference, where)
        const declaration = parameter.valueDeclaration as ts.ParameterDeclaration | undefined
        const type = checker.getTypeOfSymbol(parameter)
        const isOptional =
          (parameter.flags & ts.SymbolFlags.Optional) !== 0 ||
          declaration?.questionToken !== undefined ||
          declaration?.initializer !== undefined ||
          (ts as unknown as { getCheckFlags(symbol: ts.Symbol): number }).getCheckFlags(parameter) === 1 << 14
        const isRest = declaration?.dotDotDotToken !== undefined && (checker.isArrayType(type) || generic.has(type))
        const name = declaration !== undefined && !ts.isIdentifier(declaration.name) ? "input" : parameter.name
        return `${isRest ? "..." : ""}${name}${isOptional ? "?" : ""}: ${print(isOptional ? checker.getNonNullableType(type) : type, where)}`
      })
      .join(", ")

  const tupleParameters = (tuple: ts.TupleTypeReference, where: string): ReadonlyArray<string> => {
    const { elementFlags, labeledElementDeclarations } = tuple.target
    const labels = checker.getTypeArguments(tuple).map((_, index) => {
      const label = labeledElementDeclarations?.[index]?.name
      return label !== undefined && ts.isIdentifier(label) ? label.text : index === 0 ? "input" : `input${index + 1}`
    })
    return checker.getTypeArguments(tuple).map((type, index) => {
      const name = labels[index]!
      const isOptional = ((elementFlags[index] ?? 0) & ts.ElementFlags.Optional) !== 0
      const given = isOptional && type.isUnion() ? checker.getNonNullableType(type) : type
      const isRepeated = labels.indexOf(name) < index
      return `${isRepeated ? "callOptions" : name}${isOptional ? "?" : ""}: ${print(given, where)}`
    })
  }

  const printMember = (symbol: ts.Symbol, where: string): string => {
    const trail = `${where}.${symbol.name}`
    const name = symbol.name.startsWith("__@asyncDispose")
      ? "[Symbol.asyncDispose]"
      : isIdentifier(symbol.name)
        ? symbol.name
        : JSON.stringify(symbol.name)
    const type = checker.getTypeOfSymbol(symbol)
    const method = methodOf(type)
    if (method !== undefined) return printMethod(name, symbol, method, trail)
    if (isArea(type)) return `${docOf(symbol)}readonly ${name}: ${areaOf(symbol.name, type, trail)}`
    return `${docOf(symbol, errorsOfIterable(type, trail))}readonly ${name}${symbol.flags & ts.SymbolFlags.Optional ? "?" : ""}: ${print(type, trail)}`
  }

  const printMembers = (type: ts.Type, where: string): string => {
    // Values have their own names; only those of errors say nothing.
    const all = membersOf(type)
    const isError = all.some(({ name }) => name === "stack")
    const isLeftOut = ({ name }: ts.Symbol) => ofEveryError.has(name) && (isError || name !== "name")
    const members = all.filter((member) => isOwnMember(member) || !isLeftOut(member))
    const indexes = checker
      .getIndexInfosOfType(type)
      .map(({ keyType, type }) => `readonly [key: ${print(keyType, where)}]: ${print(type, where)}`)
    const calls = type
      .getCallSignatures()
      .map((signature) => `(${parametersOf(signature, where)}): ${print(signature.getReturnType(), where)}`)
    return block([...calls, ...indexes, ...members.map((member) => printMember(member, where))])
  }

  const isArea = (type: ts.Type) =>
    (type.flags & ts.TypeFlags.Object || type.isIntersection()) &&
    membersOf(type).some((member) => methodOf(checker.getTypeOfSymbol(member)) !== undefined)

  /** The name of an area's methods. Apps whose methods are the same share them. */
  const areaOf = (area: string, type: ts.Type, where: string): string => {
    const body = printMembers(type, where)
    const capital = `${area[0]!.toUpperCase()}${area.slice(1)}Methods`
    const app = where
      .split(".")
      .at(-2)!
      .replace(/^Promise|App$/g, "")
    const candidates = [capital, `${app[0]!.toUpperCase()}${app.slice(1)}${capital}`]
    const name = candidates.find((name) => !declared.has(name) || declared.get(name) === textOf(name, body))
    if (name === undefined) throw new Error(`${where} has its own methods, and no free name`)
    declared.set(name, textOf(name, body))
    return name
  }
  const textOf = (name: string, body: string) => `/** Methods of an app. */\nexport interface ${name} ${body}\n`

  const freeName = (symbol: ts.Symbol): string => {
    const longer = `${path.basename(fileOf(symbol), ".ts")}${symbol.name}`
    const candidates = [symbol.name, longer, ...Array.from({ length: 9 }, (_, n) => `${longer}${n + 2}`)]
    return candidates.find((name) => !declared.has(name)) ?? longer
  }

  /** The name of a declared type; declares it at the first call. */
  const nameOf = (type: ts.Type, symbol: ts.Symbol): string => {
    if (inPrelude.has(symbol.name)) return symbol.name
    const known = names.get(symbol)
    if (known !== undefined) return known
    const name = chosen.get(symbol) ?? freeName(symbol)
    names.set(symbol, name)
    declared.set(name, "")
    const body =
      symbol.flags & ts.SymbolFlags.TypeAlias
        ? `export type ${name} = ${printStructure(type, name)}`
        : `export interface ${name} ${isError(type) ? "extends Error " : ""}${printMembers(type, name)}`
    declared.set(name, `${docOf(symbol)}${body}\n`)
    return name
  }

  const print = (type: ts.Type, where: string): string => {
    if (where.split(".").length > 12) throw new Error(`${where} has no end`)
    const alias = type.aliasSymbol
    if (isOfEffect(alias) && ofEffect[alias!.name] !== undefined) return ofEffect[alias!.name]!
    if (isOwn(alias) && (type.aliasTypeArguments ?? []).length === 0) return nameOf(type, alias!)
    return printStructure(type, where)
  }

  const printStructure = (type: ts.Type, where: string): string => {
    const { flags, symbol } = type
    if (generic.has(type)) return symbol.name
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.TypeParameter)) {
      problems.add(`${where} is ${checker.typeToString(type)}`)
      return "unknown"
    }
    if (type.isUnion()) return printUnion(type, where)
    if (type.isIntersection()) {
      const parts = type.types.filter((part) => !isOfEffect(part.aliasSymbol ?? part.symbol))
      if (
        parts.every((part) => part.flags & ts.TypeFlags.Object) &&
        !parts.some((part) => part.aliasSymbol || methodOf(part))
      ) {
        return printMembers(type, where)
      }
      return [...new Set(parts.map((part) => print(part, where)))].join(" & ")
    }
    if (!(flags & ts.TypeFlags.Object)) return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
    if (checker.isTupleType(type)) {
      return `readonly [${checker
        .getTypeArguments(type as ts.TypeReference)
        .map((part) => print(part, where))
        .join(", ")}]`
    }
    if (checker.isArrayType(type)) {
      return `ReadonlyArray<${print(checker.getTypeArguments(type as ts.TypeReference)[0]!, where)}>`
    }
    if (isOfEffect(symbol) && symbol.name !== "__type") {
      if (symbol.name === "Redacted") {
        const [value] = checker.getTypeArguments(type as ts.TypeReference)
        const text = value === undefined ? "string" : print(value, where)
        return text === "string" ? "Redacted" : `Redacted<${text}>`
      }
      const instead = ofEffect[symbol.name]
      if (instead === undefined) problems.add(`${where} is ${symbol.name} of Effect`)
      return instead ?? "unknown"
    }
    const isDeclared = symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0
    const typeArguments =
      isDeclared && (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
        ? checker.getTypeArguments(type as ts.TypeReference)
        : []
    if (isDeclared && isOwn(symbol)) {
      if (["TypedPromise", "TypedIterable"].includes(symbol.name)) {
        return `${symbol.name === "TypedPromise" ? "Promise" : "AsyncIterable"}<${print(typeArguments[0]!, where)}>`
      }
      if (typeArguments.length === 0) return nameOf(type, symbol)
      return printMembers(type, where)
    }
    if (isDeclared) {
      // A type of the platform: its own defaults need no repetition.
      const shown = typeArguments.filter(
        (argument) =>
          !(argument.flags & ts.TypeFlags.Any) && !((argument as { isThisType?: boolean }).isThisType ?? false)
      )
      const some = ["Promise", "PromiseLike", "ReadonlyMap", "Map", "ReadonlySet", "Set"].includes(symbol.name)
        ? typeArguments.slice(0, symbol.name.includes("Map") ? 2 : 1)
        : symbol.name === "AsyncIterable"
          ? shown.slice(0, 1)
          : []
      return some.length === 0
        ? symbol.name
        : `${symbol.name}<${some.map((argument) => print(argument, where)).join(", ")}>`
    }
    const [call, ...others] = type.getCallSignatures()
    if (call !== undefined && others.length === 0 && membersOf(type).length === 0) {
      const typeParameters = typeParametersOf(call, where)
      return `${typeParameters}(${parametersOf(call, where)}) => ${print(call.getReturnType(), where)}`
    }
    return printMembers(type, where)
  }

  /** The type parameters of the functions that are being printed. */
  const generic = new Set<ts.Type>()
  const typeParametersOf = (signature: ts.Signature, where: string): string => {
    const parameters = signature.typeParameters ?? []
    for (const parameter of parameters) generic.add(parameter)
    const texts = parameters.map((parameter) => {
      const constraint = parameter.getConstraint()
      return `${parameter.symbol.name}${constraint === undefined ? "" : ` extends ${print(constraint, where)}`}`
    })
    return texts.length === 0 ? "" : `<${texts.join(", ")}>`
  }

  const printUnion = (type: ts.UnionType, where: string): string => {
    const isBoolean = type.types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2
    const parts = type.types
      .filter(({ flags }) => !(isBoolean && flags & ts.TypeFlags.BooleanLiteral))
      // Options that take an effect also take a promise.
      .filter(({ symbol }) => !(isOfEffect(symbol) && symbol.name === "Effect"))
      .map((part) => {
        const text = part.symbol?.name === "DurationObject" ? "Duration" : print(part, where)
        return text.includes("=>") ? `(${text})` : text
      })
    const all = new Set([...parts, ...(isBoolean ? ["boolean"] : [])])
    const texts = all.has("Duration")
      ? partsBeside(all, /^(?:Duration|number|bigint|`|"-?Infinity|readonly \[)/, "Duration")
      : all
    const shown = texts.has("JsonObject")
      ? partsBeside(texts, /^(?:string|number|boolean|null|JsonObject|ReadonlyArray<Json>)$/, "Json")
      : texts
    const rank = (text: string) => ["null", "undefined"].indexOf(text)
    return [...shown].toSorted((a, b) => rank(a) - rank(b)).join(" | ")
  }

  /** A type in the place of those that it has as parts. */
  const partsBeside = (texts: ReadonlySet<string>, parts: RegExp, whole: string) =>
    new Set([whole, ...[...texts].filter((text) => !parts.test(text))])

  const printValue = (name: string, symbol: ts.Symbol): string => {
    if (symbol.flags & ts.SymbolFlags.Class) {
      const type = checker.getDeclaredTypeOfSymbol(symbol)
      const made = nameOf(type, symbol)
      return `${docOf(symbol)}export declare const ${name}: { new (): types.${made} }\n${docOf(symbol)}export type ${name} = types.${made}`
    }
    const type = checker.getTypeOfSymbol(symbol)
    const [call, ...others] = type.getCallSignatures()
    return call === undefined || others.length > 0
      ? `${docOf(symbol)}export declare const ${name}: ${print(type, name)}`
      : `${docOf(symbol)}export declare function ${name}(${parametersOf(call, name)}): ${returnedBy(call, name)}`
  }

  /** The return type of a function, or the type that it asserts of its argument. */
  const returnedBy = (call: ts.Signature, where: string): string => {
    const predicate = checker.getTypePredicateOfSignature(call)
    return predicate?.kind === ts.TypePredicateKind.Identifier && predicate.type !== undefined
      ? `${predicate.parameterName} is ${print(predicate.type, where)}`
      : print(call.getReturnType(), where)
  }

  const entries = new Map(
    [...all].map(([file, exported]) => {
      const texts = exported.flatMap(({ name, target }) => {
        if (target.flags & ts.SymbolFlags.Value) return [printValue(name, target)]
        if (!inPrelude.has(name)) print(checker.getDeclaredTypeOfSymbol(target), name)
        return []
      })
      return [file, texts.join("\n\n")]
    })
  )
  declared.set(
    "CallError",
    `/** The errors with which nearly every call can fail. */\nexport type CallError = ${[...common]
      .map((error) => print(error, "CallError"))
      .toSorted()
      .join(" | ")}\n`
  )
  const sorted = [...declared].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return { entries, types: [prelude, ...sorted].join("\n"), problems: [...problems] }
}

/** The sources of the entries, by the names of their declarations. */
const sources = {
  client: "src/promise/plain/client.ts",
  server: "src/promise/plain/server.ts",
  admin: "src/promise/plain/admin.ts",
  backend: "src/promise/plain/backend.ts",
  payments: "src/payments/promise.ts",
  "payments-server": "src/payments/promiseServer.ts"
}

/** Writes the declarations of the entries, and the types that they share, into a folder. */
export const writeDeclarations = (folder: string): void => {
  const { entries: texts, problems, types } = declarationsOf(Object.values(sources))
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
