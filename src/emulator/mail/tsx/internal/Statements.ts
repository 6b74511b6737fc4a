/** Runs statements: declarations, conditions, returns and throws. */
import type * as Ast from "./Ast.ts"
import { getDeclaration, getName, getStart } from "./Nodes.ts"
import * as Patterns from "./Patterns.ts"
import { Scope } from "./Scope.ts"
import { Callable, Fields, toText, type Value } from "./Values.ts"

/** A value that a `return` has reached. */
export class Returned {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

/** Runs the statements of a module or block, until one returns. */
export const run = (
  statements: ReadonlyArray<Ast.Node>,
  scope: Scope,
  evaluation: Patterns.Evaluation
): Returned | undefined => {
  // Blocks and functions evaluate nothing by themselves, but a source can have many of them.
  evaluation.meter.step(statements.length)
  for (const statement of statements) hoist(getDeclaration(statement), scope, evaluation)
  for (const statement of statements) {
    const returned = runOne(getDeclaration(statement), scope, evaluation)
    if (returned !== undefined) return returned
  }
  return undefined
}

/** Declares functions before the statements run. */
const hoist = (statement: Ast.Node, scope: Scope, evaluation: Patterns.Evaluation): void => {
  if (statement.type === "FunctionDeclaration" && statement.id) {
    Patterns.bind(statement.id, evaluation.evaluate(statement, scope), scope, evaluation)
  }
  if (statement.type !== "VariableDeclaration") return
  evaluation.meter.step(statement.declarations.length)
  for (const { id, init } of statement.declarations) {
    if (init?.type === "ArrowFunctionExpression") Patterns.bind(id, evaluation.evaluate(init, scope), scope, evaluation)
  }
}

const runOne = (statement: Ast.Node, scope: Scope, evaluation: Patterns.Evaluation): Returned | undefined => {
  switch (statement.type) {
    case "BlockStatement":
      return run(statement.body, new Scope(scope), evaluation)
    case "ExpressionStatement":
      setProperty(statement.expression, scope, evaluation)
      return undefined
    case "IfStatement": {
      const branch = evaluation.evaluate(statement.test, scope) ? statement.consequent : statement.alternate
      return branch ? runOne(branch, scope, evaluation) : undefined
    }
    case "ReturnStatement":
      return new Returned(statement.argument ? evaluation.evaluate(statement.argument, scope) : undefined)
    case "ThrowStatement": {
      const value = evaluation.evaluate(statement.argument, scope)
      const message = value instanceof Fields ? value.entries.get("message") : value
      const at = getStart(statement)
      throw evaluation.failure(
        evaluation.locate(at, () => toText(message, evaluation.meter)),
        at
      )
    }
    case "VariableDeclaration":
      for (const { id, init } of statement.declarations) {
        if (init && init.type !== "ArrowFunctionExpression") {
          Patterns.bind(id, evaluation.evaluate(init, scope), scope, evaluation)
        }
      }
      return undefined
    default:
      return undefined
  }
}

/** Sets a property of a component, such as its values for previews. */
const setProperty = (expression: Ast.Node, scope: Scope, evaluation: Patterns.Evaluation): void => {
  if (expression.type !== "AssignmentExpression" || expression.left.type !== "MemberExpression") return
  const { object, property } = expression.left
  const component = scope.find(getName(object), evaluation.meter)?.get(getName(object))
  if (!(component instanceof Callable)) {
    throw evaluation.failure(`only components get properties, and ${getName(object)} is none`, getStart(expression))
  }
  component.set(getName(property), evaluation.evaluate(expression.right, scope))
}
