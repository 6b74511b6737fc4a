/** Prints the signatures of functions: type parameters, parameters, and what is returned. */
import * as ts from "typescript-6"
import type { Printing } from "./printing.ts"

/** The type parameters of a function or an interface, which may be named from now on. */
export const printTypeParameters = (
  { generic, print }: Printing,
  { typeParameters: parameters = [] }: { readonly typeParameters?: ReadonlyArray<ts.TypeParameter> | undefined },
  where: string
): string => {
  for (const parameter of parameters) generic.add(parameter)
  const texts = parameters.map((parameter) => {
    const constraint = parameter.getConstraint()
    return `${parameter.symbol.name}${constraint === undefined ? "" : ` extends ${print(constraint, where)}`}`
  })
  return texts.length === 0 ? "" : `<${texts.join(", ")}>`
}

export const printParameters = (printing: Printing, signature: ts.Signature, where: string): string =>
  signature.parameters
    .flatMap((parameter) => {
      const type = printing.checker.getTypeOfSymbol(parameter)
      return printing.checker.isTupleType(type)
        ? tupleParameters(printing, type as ts.TupleTypeReference, where)
        : [printParameter(printing, parameter, where)]
    })
    .join(", ")

const printParameter = ({ checker, generic, print }: Printing, parameter: ts.Symbol, where: string): string => {
  const declaration = parameter.valueDeclaration as ts.ParameterDeclaration | undefined
  const type = checker.getTypeOfSymbol(parameter)
  const isOptional =
    (parameter.flags & ts.SymbolFlags.Optional) !== 0 ||
    declaration?.questionToken !== undefined ||
    declaration?.initializer !== undefined ||
    (ts as unknown as { getCheckFlags(symbol: ts.Symbol): number }).getCheckFlags(parameter) === 1 << 14
  const isRest = declaration?.dotDotDotToken !== undefined && (checker.isArrayType(type) || generic.has(type))
  const name = declaration !== undefined && !ts.isIdentifier(declaration.name) ? "input" : parameter.name
  const given = isOptional ? checker.getNonNullableType(type) : type
  return `${isRest ? "..." : ""}${name}${isOptional ? "?" : ""}: ${print(given, where)}`
}

/** The members of a tuple, for a function that takes it as the rest of its parameters. */
const tupleParameters = (
  { checker, print }: Printing,
  tuple: ts.TupleTypeReference,
  where: string
): ReadonlyArray<string> => {
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

/** The return type of a function, or its type predicate. */
export const printReturnType = ({ checker, print }: Printing, call: ts.Signature, where: string): string => {
  const predicate = checker.getTypePredicateOfSignature(call)
  return predicate?.kind === ts.TypePredicateKind.Identifier && predicate.type !== undefined
    ? `${predicate.parameterName} is ${print(predicate.type, where)}`
    : print(call.getReturnType(), where)
}
