/** Evaluates elements, with their tags, attributes and children. */
import type * as Ast from "./Ast.ts"
import { getJsxName, getStart } from "./Nodes.ts"
import type { Evaluation } from "./Patterns.ts"
import type { Scope } from "./Scope.ts"
import { Callable, Element, Fields, isNothing, describeKind, type Value, ValueError } from "./Values.ts"

/** The fields of `...value`; none for null and undefined. */
export const spreadFields = (
  value: Ast.Node,
  scope: Scope,
  evaluation: Evaluation
): ReadonlyArray<readonly [string, Value]> => {
  const spread = evaluation.evaluate(value, scope)
  if (isNothing(spread) || typeof spread === "boolean") return []
  if (!(spread instanceof Fields)) throw new ValueError(`${describeKind(spread)} has no fields`)
  evaluation.meter.step(spread.entries.size)
  return [...spread.entries]
}

export const evaluateElement = (
  node: Ast.JsxElement | Ast.JsxFragment,
  scope: Scope,
  evaluation: Evaluation
): Element => {
  const { attributes, name } = node.type === "JSXElement" ? node.openingElement : { attributes: [], name: undefined }
  const tag = name === undefined ? "" : evaluateTag(name, scope, evaluation)
  // Texts between tags are not evaluated, and a comment between two makes them separate children.
  evaluation.meter.step(1 + attributes.length + node.children.length)
  const fields = attributes.flatMap((attribute) => evaluateAttributes(attribute, scope, evaluation))
  const children = node.children
    .filter((child) => child.type !== "JSXText" || child.value !== "")
    .map((child) => evaluateChild(child, scope, evaluation))
  if (children.length > 0) fields.push(["children", children.length === 1 ? children[0] : children])
  return new Element(tag, new Fields(fields), getStart(node))
}

const evaluateTag = (name: Ast.JsxTagName, scope: Scope, evaluation: Evaluation): string | Callable => {
  const written = getJsxName(name)
  if (name.type === "JSXNamespacedName" || (name.type === "JSXIdentifier" && /^[a-z]/.test(written))) return written
  const tag = evaluation.evaluate(name, scope)
  if (typeof tag === "string" || tag instanceof Callable) return tag
  throw new ValueError(`${written} is ${describeKind(tag)}, and no component`)
}

const evaluateAttributes = (
  attribute: Ast.JsxAttribute,
  scope: Scope,
  evaluation: Evaluation
): ReadonlyArray<readonly [string, Value]> => {
  if (attribute.type === "JSXSpreadAttribute") return spreadFields(attribute.argument, scope, evaluation)
  const { value } = attribute
  const name = getJsxName(attribute.name)
  evaluation.meter.read(name.length)
  if (!value) return [[name, true]]
  return [[name, evaluation.evaluate(value.type === "JSXExpressionContainer" ? value.expression : value, scope)]]
}

const evaluateChild = (child: Ast.JsxChild, scope: Scope, evaluation: Evaluation): Value => {
  switch (child.type) {
    case "JSXText":
      return evaluation.mark(child, child.value)
    case "JSXExpressionContainer":
      return evaluation.mark(child, evaluation.evaluate(child.expression, scope))
    default:
      return evaluation.evaluate(child, scope)
  }
}
