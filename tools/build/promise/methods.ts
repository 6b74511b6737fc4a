/** Finds the promise methods of types, and what their errors are. */
import * as path from "node:path"
import * as ts from "typescript-6"

const sources = `${path.resolve(import.meta.dirname, "../../..")}/src/`

/** The parts of a promise method. */
export interface Method {
  readonly call: ts.Signature
  readonly value: ts.Type
  readonly errors: ReadonlyArray<ts.Type>
  /** Of `currentUser.get`: the values of `or` with which its user is never null. */
  readonly always: { readonly options: ts.Type; readonly or: ts.Type } | undefined
}

/** Reads types of the sources. */
export const makeReader = (checker: ts.TypeChecker) => {
  const methods = new Map<ts.Type, Method | undefined>()

  const findFile = (symbol: ts.Symbol | undefined) => symbol?.declarations?.[0]?.getSourceFile().fileName ?? ""
  const isOwn = (symbol: ts.Symbol | undefined) => findFile(symbol).startsWith(sources)
  const isOfEffect = (symbol: ts.Symbol | undefined) => findFile(symbol).includes("/node_modules/effect/")
  const listMembers = (type: ts.Type) =>
    checker.getPropertiesOfType(type).filter(({ name }) => !/^~|^__@(?!asyncDispose)/.test(name))
  const isError = (type: ts.Type) =>
    type.getProperty("stack") !== undefined && type.getProperty("_tag") !== undefined && isOwn(type.symbol)

  /** The method that a member is: a call with a `result` that names its errors. */
  const findMethod = (type: ts.Type): Method | undefined => {
    if (!methods.has(type)) methods.set(type, readMethod(type))
    return methods.get(type)
  }
  const readMethod = (type: ts.Type): Method | undefined => {
    const [call, ...others] = type.getCallSignatures()
    const result = type.getProperty("result")
    if (call === undefined || others.length > 0 || result === undefined) return undefined
    const [signature] = checker.getTypeOfSymbol(result).getCallSignatures()
    const answer = signature && checker.getAwaitedType(signature.getReturnType())
    if (answer === undefined || !answer.isUnion()) return undefined
    const findPart = (name: string) => {
      const found = answer.types.map((type) => type.getProperty(name)).find((member) => member !== undefined)
      return found && checker.getTypeOfSymbol(found)
    }
    const [error, value] = [findPart("error"), findPart("value")]
    if (error === undefined || value === undefined) return undefined
    const errors = error.isUnion() ? error.types : [error]
    const isGet = type.symbol.name === "GetMethod"
    const [given, user, or] = isGet ? checker.getTypeArguments(type as ts.TypeReference) : []
    const always = given === undefined || or === undefined ? undefined : { options: given, or }
    return { call, value: user ?? value, errors, always }
  }

  /** The methods of a type, and of the areas in it. */
  const collect = (type: ts.Type, methods: Array<Method>, seen = new Set<ts.Type>(), where = ""): void => {
    if (where.split(".").length > 8) throw new Error(where)
    if (
      seen.has(type) ||
      !(type.flags & ts.TypeFlags.Object) ||
      isError(type) ||
      /node_modules|\/lib\.[\w.]*d\.ts$/.test(findFile(type.symbol))
    ) {
      return
    }
    seen.add(type)
    for (const member of listMembers(type)) {
      const inner = checker.getTypeOfSymbol(member)
      const method = findMethod(inner)
      if (method !== undefined) methods.push(method)
      else {
        collect(inner, methods, seen, `${where}.${member.name}`)
        for (const signature of inner.getCallSignatures()) {
          collect(signature.getReturnType(), methods, seen, `${where}.${member.name}()`)
        }
      }
    }
  }

  /** The errors of nearly all methods in types. */
  const findCommonErrors = (types: ReadonlyArray<ts.Type>): ReadonlySet<ts.Type> => {
    const methods: Array<Method> = []
    for (const type of types) collect(type, methods)
    const counts = new Map<ts.Type, number>()
    for (const error of methods.flatMap(({ errors }) => errors)) counts.set(error, (counts.get(error) ?? 0) + 1)
    return new Set([...counts].filter(([, count]) => count > 0.7 * methods.length).map(([error]) => error))
  }

  return {
    findCommonErrors,
    findFile,
    isError,
    isOfEffect,
    isOwn,
    listMembers,
    findMethod
  }
}
