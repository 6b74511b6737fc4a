/** Finds the values of a module's expressions. Nothing of a source is ever run as code. */
import type { Module } from "../Parse.ts"
import type * as Ast from "./Ast.ts"
import { Exhausted, type Meter } from "./Meter.ts"
import { declared, exportedNames, importsOf, nameOf, nameOfJsx, placeOf, startOf, writtenKey } from "./Nodes.ts"
import { binary, unary } from "./Operators.ts"
import { bind, bindItems, type Evaluation } from "./Patterns.ts"
import { Scope } from "./Scope.ts"
import { SourceError } from "./SourceError.ts"
import { construct, globals, memberOf } from "./StandardLibrary.ts"
import {
  Callable,
  Element,
  Fields,
  isNothing,
  join,
  kindOf,
  listOf,
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
  readonly importOf: (from: string, name: string) => Value
  /** Replaces a text or value between tags with a marked one, so that the mail shows where it ended up. */
  readonly mark: (child: Ast.JsxText | Ast.JsxSlot, value: Value) => Value
}

/** The result of an optional chain that starts with null or undefined. */
const ended = Symbol("ended")

/** A value that a `return` has reached. */
class Returned {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

class Evaluator implements Evaluation {
  readonly #module: Module
  readonly #context: EvaluationContext
  readonly meter: Meter
  /** Why an imported name is not there. */
  readonly #missing = new Map<string, string>()

  constructor(module: Module, context: EvaluationContext) {
    this.#module = module
    this.#context = context
    this.meter = context.meter
  }

  /** The values of the exported names. */
  exports(): ReadonlyMap<string, Value> {
    const { body } = this.#module.program
    const outermost = new Scope(undefined)
    for (const [name, value] of globals(this.meter)) outermost.set(name, value)
    const scope = new Scope(outermost)
    for (const { from, local, name } of body.flatMap(importsOf)) {
      const value = this.#context.importOf(from, name)
      // Imports may also be types, so an unknown one fails only when it is used.
      if (value === undefined) this.#missing.set(local, `${name} of ${JSON.stringify(from)} cannot be rendered`)
      else scope.set(local, value)
    }
    this.#run(body, scope)
    return new Map(body.flatMap(exportedNames).map((name) => [name, scope.get(name)]))
  }

  #failure(problem: string, at: number): SourceError {
    return new SourceError(problem, this.#module.source, at)
  }

  /** Adds the location to a failure that has none. */
  located<A>(at: number, run: () => A): A {
    try {
      return run()
    } catch (error) {
      if (error instanceof ValueError || error instanceof Exhausted) {
        throw this.#failure(error.message, at)
      }
      throw error
    }
  }

  /* ------------------------------------------------------------- statements */

  #run(statements: ReadonlyArray<Ast.Node>, scope: Scope): Returned | undefined {
    // Blocks and functions evaluate nothing by themselves, but a source can have many of them.
    this.meter.step(statements.length)
    for (const statement of statements) this.#hoist(declared(statement), scope)
    for (const statement of statements) {
      const returned = this.#statement(declared(statement), scope)
      if (returned !== undefined) return returned
    }
    return undefined
  }

  /** Declares functions before the statements run. */
  #hoist(statement: Ast.Node, scope: Scope): void {
    if (statement.type === "FunctionDeclaration" && statement.id) {
      bind(statement.id, this.evaluate(statement, scope), scope, this)
    }
    if (statement.type !== "VariableDeclaration") return
    this.meter.step(statement.declarations.length)
    for (const { id, init } of statement.declarations) {
      if (init?.type === "ArrowFunctionExpression") bind(id, this.evaluate(init, scope), scope, this)
    }
  }

  #statement(statement: Ast.Node, scope: Scope): Returned | undefined {
    switch (statement.type) {
      case "BlockStatement":
        return this.#run(statement.body, new Scope(scope))
      case "ExpressionStatement":
        this.#setProperty(statement.expression, scope)
        return undefined
      case "IfStatement": {
        const branch = this.evaluate(statement.test, scope) ? statement.consequent : statement.alternate
        return branch ? this.#statement(branch, scope) : undefined
      }
      case "ReturnStatement":
        return new Returned(statement.argument ? this.evaluate(statement.argument, scope) : undefined)
      case "ThrowStatement": {
        const value = this.evaluate(statement.argument, scope)
        const message = value instanceof Fields ? value.entries.get("message") : value
        const at = startOf(statement)
        throw this.#failure(
          this.located(at, () => toText(message, this.meter)),
          at
        )
      }
      case "VariableDeclaration":
        for (const { id, init } of statement.declarations) {
          if (init && init.type !== "ArrowFunctionExpression") bind(id, this.evaluate(init, scope), scope, this)
        }
        return undefined
      default:
        return undefined
    }
  }

  /** Sets a property of a component, such as its values for previews. */
  #setProperty(expression: Ast.Node, scope: Scope): void {
    if (expression.type !== "AssignmentExpression" || expression.left.type !== "MemberExpression") return
    const { object, property } = expression.left
    const component = scope.find(nameOf(object), this.meter)?.get(nameOf(object))
    if (!(component instanceof Callable)) {
      throw this.#failure(`only components get properties, and ${nameOf(object)} is none`, startOf(expression))
    }
    component.set(nameOf(property), this.evaluate(expression.right, scope))
  }

  /* ------------------------------------------------------------ expressions */

  evaluate(expression: Ast.Node, scope: Scope): Value {
    return this.located(placeOf(expression), () => this.meter.nested(() => this.#value(expression, scope)))
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
        return binary(
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
        return expression.name === "undefined" ? undefined : this.#named(expression.name, scope)
      case "JSXElement":
      case "JSXFragment":
        return this.#element(expression, scope)
      case "LogicalExpression":
        return this.#logical(expression, scope)
      case "NewExpression":
        return construct(nameOf(expression.callee), this.#items(expression.arguments, scope), this.#context.now, meter)
      case "NullLiteral":
        return null
      case "ObjectExpression":
        return new Fields(expression.properties.flatMap((property) => this.#field(property, scope)))
      case "TemplateLiteral": {
        const texts = expression.quasis.map(({ value }) => value.cooked ?? "")
        const values = expression.expressions.map((value) => toText(this.evaluate(value, scope), meter))
        return join(
          texts.flatMap((text, index) => [text, values[index] ?? ""]),
          "",
          meter
        )
      }
      case "UnaryExpression":
        return unary(expression.operator, this.evaluate(expression.argument, scope), meter)
      default:
        throw new ValueError(`a node of the kind ${expression.type} cannot be rendered`)
    }
  }

  #named(name: string, scope: Scope): Value {
    const found = scope.find(name, this.meter)
    if (found === undefined) throw new ValueError(this.#missing.get(name) ?? `${name} is not known`)
    return found.get(name)
  }

  #items(items: ReadonlyArray<Ast.Node | null>, scope: Scope): ReadonlyArray<Value> {
    return items.flatMap((item) => {
      if (item === null) return []
      return item.type === "SpreadElement"
        ? listOf(this.evaluate(item.argument, scope), this.meter)
        : [this.evaluate(item, scope)]
    })
  }

  #field(property: Ast.Node, scope: Scope): ReadonlyArray<readonly [string, Value]> {
    if (property.type === "SpreadElement") return this.#spread(property.argument, scope)
    if (property.type !== "ObjectProperty") return []
    const { meter } = this
    const name = writtenKey(property.key, property.computed) ?? toText(this.evaluate(property.key, scope), meter)
    meter.read(name.length)
    return [[name, this.evaluate(property.value, scope)]]
  }

  /** The fields of `...value`; none for null and undefined. */
  #spread(value: Ast.Node, scope: Scope): ReadonlyArray<readonly [string, Value]> {
    const spread = this.evaluate(value, scope)
    if (isNothing(spread) || typeof spread === "boolean") return []
    if (!(spread instanceof Fields)) throw new ValueError(`${kindOf(spread)} has no fields`)
    this.meter.step(spread.entries.size)
    return [...spread.entries]
  }

  /** A part of a chain, which ends where `?.` finds nothing before it. */
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

  /** The part before another one, unless the chain ends there. */
  #before(expression: Ast.Node, next: Ast.Node, scope: Scope): Value | typeof ended {
    const value = this.located(placeOf(expression), () => this.meter.nested(() => this.#link(expression, scope)))
    return "optional" in next && next.optional && value !== ended && isNothing(value) ? ended : value
  }

  #member(member: Ast.Member | Ast.JsxMember, scope: Scope): Value | typeof ended {
    const { object, property } = member
    const value = this.#before(object, member, scope)
    if (value === ended) return ended
    const isComputed = "computed" in member && member.computed
    return memberOf(value, writtenKey(property, isComputed) ?? this.evaluate(property, scope), this.meter)
  }

  #call(call: Ast.Call, scope: Scope): Value | typeof ended {
    const value = this.#before(call.callee, call, scope)
    if (value === ended) return ended
    if (value instanceof VariablesType) return new VariablesType(undefined)
    if (!(value instanceof Callable))
      throw new ValueError(`${nameOf(call.callee)} is ${kindOf(value)}, and cannot be called`)
    return value.call(this.#items(call.arguments, scope))
  }

  #function({ body, params }: Ast.FunctionNode, outer: Scope): Callable {
    return new Callable((args) => {
      const scope = new Scope(outer)
      bindItems(params, args, scope, this)
      if (body.type !== "BlockStatement") return this.evaluate(body, scope)
      return this.located(startOf(body), () => this.meter.nested(() => this.#run(body.body, scope)))?.value
    })
  }

  /** Evaluates the second operand only if it is needed. */
  #logical({ left, operator, right }: Ast.Logical, scope: Scope): Value {
    const first = this.evaluate(left, scope)
    const isEnough = operator === "??" ? !isNothing(first) : Boolean(first) === (operator === "||")
    return isEnough ? first : this.evaluate(right, scope)
  }

  /* --------------------------------------------------------------- elements */

  #element(node: Ast.JsxElement | Ast.JsxFragment, scope: Scope): Element {
    const { attributes, name } = node.type === "JSXElement" ? node.openingElement : { attributes: [], name: undefined }
    const tag = name === undefined ? "" : this.#tag(name, scope)
    // Texts between tags are not evaluated, and a comment between two makes them separate children.
    this.meter.step(1 + attributes.length + node.children.length)
    const fields = attributes.flatMap((attribute) => this.#attribute(attribute, scope))
    const children = node.children
      .filter((child) => child.type !== "JSXText" || child.value !== "")
      .map((child) => this.#child(child, scope))
    if (children.length > 0) fields.push(["children", children.length === 1 ? children[0] : children])
    return new Element(tag, new Fields(fields), startOf(node))
  }

  #tag(name: Ast.JsxTagName, scope: Scope): string | Callable {
    const written = nameOfJsx(name)
    if (name.type === "JSXNamespacedName" || (name.type === "JSXIdentifier" && /^[a-z]/.test(written))) return written
    const tag = this.evaluate(name, scope)
    if (typeof tag === "string" || tag instanceof Callable) return tag
    throw new ValueError(`${written} is ${kindOf(tag)}, and no component`)
  }

  #attribute(attribute: Ast.JsxAttribute, scope: Scope): ReadonlyArray<readonly [string, Value]> {
    if (attribute.type === "JSXSpreadAttribute") return this.#spread(attribute.argument, scope)
    const { value } = attribute
    const name = nameOfJsx(attribute.name)
    this.meter.read(name.length)
    if (!value) return [[name, true]]
    return [[name, this.evaluate(value.type === "JSXExpressionContainer" ? value.expression : value, scope)]]
  }

  #child(child: Ast.JsxChild, scope: Scope): Value {
    switch (child.type) {
      case "JSXText":
        return this.#context.mark(child, child.value)
      case "JSXExpressionContainer":
        return this.#context.mark(child, this.evaluate(child.expression, scope))
      default:
        return this.evaluate(child, scope)
    }
  }
}

/** The exports of a module. Failures are thrown as `SourceError`. */
export const evaluate = (module: Module, context: EvaluationContext): ReadonlyMap<string, Value> =>
  new Evaluator(module, context).exports()
