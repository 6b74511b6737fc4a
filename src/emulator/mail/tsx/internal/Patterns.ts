/** Binds names to values, as declarations and parameters do. */
import type { JsxSlot, JsxText, Node } from "./Ast.ts"
import type { Meter } from "./Meter.ts"
import { getStart, getWrittenKey } from "./Nodes.ts"
import type { Scope } from "./Scope.ts"
import type { SourceError } from "./SourceError.ts"
import { getMember } from "./StandardLibrary.ts"
import { Fields, toList, type Value } from "./Values.ts"

export interface Evaluation {
  readonly meter: Meter
  /** The value of an expression, such as a default. */
  evaluate(expression: Node, scope: Scope): Value
  /** Replaces a text or value between tags with a marked one, so that the mail shows where it ended up. */
  readonly mark: (child: JsxText | JsxSlot, value: Value) => Value
  failure(problem: string, at: number): SourceError
  /** Adds the location to a failure that has none. */
  locate<A>(at: number, run: () => A): A
}

/** The fields of a value, without some. */
const omitFields = (value: Value, bound: ReadonlySet<string>, meter: Meter): Fields => {
  meter.step(bound.size)
  const fields = value instanceof Fields ? [...value.entries].filter(([key]) => !bound.has(key)) : []
  meter.step(fields.length)
  return new Fields(fields)
}

export const bind = (pattern: Node, value: Value, scope: Scope, evaluation: Evaluation): void => {
  const { meter } = evaluation
  meter.step()
  switch (pattern.type) {
    case "AssignmentPattern": {
      const argument = value === undefined ? evaluation.evaluate(pattern.right, scope) : value
      return bind(pattern.left, argument, scope, evaluation)
    }
    case "Identifier":
      return scope.set(pattern.name, value)
    case "ArrayPattern": {
      meter.step(pattern.elements.length)
      const items = evaluation.locate(getStart(pattern), () => toList(value, meter))
      return bindItems(pattern.elements, items, scope, evaluation)
    }
    case "ObjectPattern": {
      const bound = new Set<string>()
      for (const property of pattern.properties) {
        if (property.type === "RestElement") {
          bind(property.argument, omitFields(value, bound, meter), scope, evaluation)
        } else {
          const key = getWrittenKey(property.key) ?? ""
          bound.add(key)
          const field = evaluation.locate(getStart(pattern), () => getMember(value, key, meter))
          bind(property.value, field, scope, evaluation)
        }
      }
    }
  }
}

/** Binds the items of a list, and the rest of them to `...rest`. */
export const bindItems = (
  patterns: ReadonlyArray<Node | null>,
  values: ReadonlyArray<Value>,
  scope: Scope,
  evaluation: Evaluation
): void =>
  patterns.forEach((pattern, index) => {
    if (pattern?.type === "RestElement") bind(pattern.argument, values.slice(index), scope, evaluation)
    else if (pattern !== null) bind(pattern, values[index], scope, evaluation)
  })
