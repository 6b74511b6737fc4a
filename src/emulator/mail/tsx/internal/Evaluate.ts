/** Finds the values of a module's expressions. Nothing of a source is ever run as code. */
import type { Module } from "../Parse.ts"
import type * as Ast from "./Ast.ts"
import { evaluateElement, spreadFields } from "./Elements.ts"
import { Exhausted, type Meter } from "./Meter.ts"
import { listExportedNames, listImports, getName, getPlace, getStart, getWrittenKey } from "./Nodes.ts"
import * as Operators from "./Operators.ts"
import { bindItems, type Evaluation } from "./Patterns.ts"
import { Scope } from "./Scope.ts"
import { SourceError } from "./SourceError.ts"
import * as StandardLibrary from "./StandardLibrary.ts"
import * as Statements from "./Statements.ts"
import {
  Callable,
  Fields,
  isNothing,
  joinTexts,
  describeKind,
  toList,
  toText,
  ValueError,
  type Value,
  VariablesType
} from "./Values.ts"

/** The environment that a module is evaluated in. */
export interface EvaluationContext {
  readonly meter: Meter
  /** The time, for `new Date()`. */
  readonly now: number
  /** An export of a package; `undefined` for an unknown one. */
  readonly resolveImport: (from: string, name: string) => Value
  readonly mark: Evaluation["mark"]
}

/** The result of an optional chain that starts with null or undefined. */
const ended = Symbol("ended")

class Evaluator implements Evaluation {
  readonly #module: Module
  readonly #context: EvaluationContext
  readonly mark: Evaluation["mark"]
  readonly meter: Meter
  /** Why an imported name is not there. */
  readonly #missing = new Map<string, string>()

  constructor(module: Module, context: EvaluationContext) {
    this.#module = module
    this.#context = context
    this.mark = context.mark
    this.meter = context.meter
  }

  exports(): ReadonlyMap<string, Value> {
    const { body } = this.#module.program
    const outermost = new Scope(undefined)
    for (const [name, value] of StandardLibrary.makeGlobals(this.meter)) outermost.set(name, value)
    const scope = new Scope(outermost)
    for (const { from, local, name } of body.flatMap(listImports)) {
      const value = this.#context.resolveImport(from, name)
      // Imports may also be types, so an unknown one fails only when it is used.
      if (value === undefined) this.#missing.set(local, `${name} of ${JSON.stringify(from)} cannot be rendered`)
      else scope.set(local, value)
    }
    Statements.run(body, scope, this)
    return new Map(body.flatMap(listExportedNames).map((name) => [name, scope.get(name)]))
  }

  failure(problem: string, at: number): SourceError {
    return new SourceError(problem, this.#module.source, at)
  }

  /** Adds the location to a failure that has none. */
  locate<A>(at: number, run: () => A): A {
    try {
      return run()
    } catch (error) {
      if (error instanceof ValueError || error instanceof Exhausted) throw this.failure(error.message, at)
      throw error
    }
  }

  evaluate(expression: Ast.Node, scope: Scope): Value {
    return this.locate(getPlace(expression), () => this.meter.nest(() => this.#value(expression, scope)))
  }

  #value(expression: Ast.Node, scope: Scope): Value {
    const { meter } = this
    switch (expression.type) {
      case "ArrayExpression":
        return this.#items(expression.elements, scope)
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
        return this.#function(expression, scope)
      case "BinaryExpression":
        return Operators.applyBinary(
          expression.operator,
          this.evaluate(expression.left, scope),
          this.evaluate(expression.right, scope),
          meter
        )
      case "BooleanLiteral":
      case "NumericLiteral":
      case "StringLiteral":
        return expression.value
      case "CallExpression":
      case "JSXMemberExpression":
      case "MemberExpression":
      case "OptionalCallExpression":
      case "OptionalMemberExpression": {
        const value = this.#link(expression, scope)
        return value === ended ? undefined : value
      }
      case "ConditionalExpression":
        return this.evaluate(
          this.evaluate(expression.test, scope) ? expression.consequent : expression.alternate,
          scope
        )
      case "Identifier":
      case "JSXIdentifier":
        return expression.name === "undefined" ? undefined : this.#lookUp(expression.name, scope)
      case "JSXElement":
      case "JSXFragment":
        return evaluateElement(expression, scope, this)
      case "LogicalExpression":
        return this.#logical(expression, scope)
      case "NewExpression":
        return StandardLibrary.construct(
          getName(expression.callee),
          this.#items(expression.arguments, scope),
          this.#context.now,
          meter
        )
      case "NullLiteral":
        return null
      case "ObjectExpression":
        return new Fields(expression.properties.flatMap((property) => this.#field(property, scope)))
      case "TemplateLiteral": {
        const texts = expression.quasis.map(({ value }) => value.cooked ?? "")
        const values = expression.expressions.map((value) => toText(this.evaluate(value, scope), meter))
        return joinTexts(
          texts.flatMap((text, index) => [text, values[index] ?? ""]),
          "",
          meter
        )
      }
      case "UnaryExpression":
        return Operators.applyUnary(expression.operator, this.evaluate(expression.argument, scope), meter)
      default:
        throw new ValueError(`a node of the kind ${expression.type} cannot be rendered`)
    }
  }

  #lookUp(name: string, scope: Scope): Value {
    const variable = scope.find(name, this.meter)
    if (variable === undefined) throw new ValueError(this.#missing.get(name) ?? `${name} is not known`)
    return variable.get(name)
  }

  #items(items: ReadonlyArray<Ast.Node | null>, scope: Scope): ReadonlyArray<Value> {
    return items.flatMap((item) => {
      if (item === null) return []
      return item.type === "SpreadElement"
        ? toList(this.evaluate(item.argument, scope), this.meter)
        : [this.evaluate(item, scope)]
    })
  }

  #field(property: Ast.Node, scope: Scope): ReadonlyArray<readonly [string, Value]> {
    if (property.type === "SpreadElement") return spreadFields(property.argument, scope, this)
    if (property.type !== "ObjectProperty") return []
    const { meter } = this
    const name = getWrittenKey(property.key, property.computed) ?? toText(this.evaluate(property.key, scope), meter)
    meter.read(name.length)
    return [[name, this.evaluate(property.value, scope)]]
  }

  /** Evaluates a part of a chain such as `a?.b.c()`. Returns `ended` if a `?.` in it stands after null or undefined. */
  #link(expression: Ast.Node, scope: Scope): Value | typeof ended {
    switch (expression.type) {
      case "CallExpression":
      case "OptionalCallExpression":
        return this.#call(expression, scope)
      case "JSXMemberExpression":
      case "MemberExpression":
      case "OptionalMemberExpression":
        return this.#member(expression, scope)
      default:
        return this.evaluate(expression, scope)
    }
  }

  /**
   * Evaluates `a` in `a.b`, `a?.b` or `a(…)`. Returns `ended` if `next` begins with `?.` and `a` is null or undefined:
   * then the rest of the chain is not evaluated.
   */
  #evaluateBefore(expression: Ast.Node, next: Ast.Node, scope: Scope): Value | typeof ended {
    const value = this.locate(getPlace(expression), () => this.meter.nest(() => this.#link(expression, scope)))
    return "optional" in next && next.optional && value !== ended && isNothing(value) ? ended : value
  }

  #member(member: Ast.Member | Ast.JsxMember, scope: Scope): Value | typeof ended {
    const { object, property } = member
    const value = this.#evaluateBefore(object, member, scope)
    if (value === ended) return ended
    const isComputed = "computed" in member && member.computed
    return StandardLibrary.getMember(
      value,
      getWrittenKey(property, isComputed) ?? this.evaluate(property, scope),
      this.meter
    )
  }

  #call(call: Ast.Call, scope: Scope): Value | typeof ended {
    const value = this.#evaluateBefore(call.callee, call, scope)
    if (value === ended) return ended
    if (value instanceof VariablesType) return new VariablesType(undefined)
    if (!(value instanceof Callable)) {
      throw new ValueError(`${getName(call.callee)} is ${describeKind(value)}, and cannot be called`)
    }
    return value.call(this.#items(call.arguments, scope))
  }

  #function({ body, params }: Ast.FunctionNode, outer: Scope): Callable {
    return new Callable((args) => {
      const scope = new Scope(outer)
      bindItems(params, args, scope, this)
      if (body.type !== "BlockStatement") return this.evaluate(body, scope)
      return this.locate(getStart(body), () => this.meter.nest(() => Statements.run(body.body, scope, this)))?.value
    })
  }

  /** Evaluates the second operand only if it is needed. */
  #logical({ left, operator, right }: Ast.Logical, scope: Scope): Value {
    const first = this.evaluate(left, scope)
    const isEnough = operator === "??" ? !isNothing(first) : Boolean(first) === (operator === "||")
    return isEnough ? first : this.evaluate(right, scope)
  }
}

/** The exports of a module. Failures are thrown as `SourceError`. */
export const evaluate = (module: Module, context: EvaluationContext): ReadonlyMap<string, Value> =>
  new Evaluator(module, context).exports()
