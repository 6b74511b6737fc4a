/** Finds the values of a module's expressions. Nothing of a source is ever run as code. */
import { globals, memberOf } from "./StandardLibrary.ts"
import { Exhausted, type Meter } from "./Meter.ts"
import { SourceError } from "./SourceError.ts"
import type {
  Attribute,
  Call,
  Expression,
  FunctionExpression,
  JsxChild,
  JsxElement,
  Member,
  Module,
  Pattern,
  Spread,
  Statement
} from "./Syntax.ts"
import {
  Callable,
  Element,
  Fields,
  Instant,
  isList,
  isSame,
  join,
  kindOf,
  toNumber,
  toText,
  typeOf,
  Unfit,
  type Value,
  VariablesType
} from "./Values.ts"

/** The environment that a module is evaluated in. */
export interface Surroundings {
  readonly meter: Meter
  /** The time, for `new Date()`. */
  readonly now: number
  /** An export of a package; `undefined` for an unknown one. */
  readonly importOf: (from: string, name: string) => Value
  /** Replaces a text or value between tags with a marked one, so that the mail shows where it ended up. */
  readonly mark: (child: Exclude<JsxChild, JsxElement>, value: Value) => Value
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

/** A lookup in one scope costs less than a step. */
const scopeSteps = 1 / 16

/** The names that are known at a place. */
class Scope {
  readonly #names = new Map<string, Value>()
  readonly #outer: Scope | undefined

  constructor(outer: Scope | undefined) {
    this.#outer = outer
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value)
  }

  /** The scope that knows a name. Each scope on the way counts, because a source can nest hundreds. */
  find(name: string, meter: Meter): Scope | undefined {
    if (this.#names.has(name)) return this
    let scope = this.#outer
    while (scope !== undefined && !scope.#names.has(name)) {
      meter.step(scopeSteps)
      scope = scope.#outer
    }
    return scope
  }

  get(name: string): Value {
    return this.#names.get(name)
  }
}

const comparisons: ReadonlyMap<string, (left: string | number, right: string | number) => boolean> = new Map([
  ["<", (left, right) => left < right],
  [">", (left, right) => left > right],
  ["<=", (left, right) => left <= right],
  [">=", (left, right) => left >= right]
])

const arithmetic: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ["-", (left, right) => left - right],
  ["*", (left, right) => left * right],
  ["/", (left, right) => left / right],
  ["%", (left, right) => left % right],
  ["**", (left, right) => left ** right]
])

const isNothing = (value: Value): value is null | undefined => value === null || value === undefined

class Evaluator {
  readonly #module: Module
  readonly #with: Surroundings
  /** Why an imported name is not there. */
  readonly #missing = new Map<string, string>()

  constructor(module: Module, surroundings: Surroundings) {
    this.#module = module
    this.#with = surroundings
  }

  /** The values of the exported names. */
  exports(): ReadonlyMap<string, Value> {
    const outermost = new Scope(undefined)
    for (const [name, value] of globals(this.#with.meter)) outermost.set(name, value)
    const scope = new Scope(outermost)
    for (const { from, local, name } of this.#module.imports) {
      const value = this.#with.importOf(from, name)
      // Imports may also be types, so an unknown one fails only when it is used.
      if (value === undefined) this.#missing.set(local, `${name} of ${JSON.stringify(from)} cannot be rendered`)
      else scope.set(local, value)
    }
    this.#run(this.#module.statements, scope)
    return new Map([...this.#module.exports].map((name) => [name, scope.get(name)]))
  }

  #failure(problem: string, at: number): SourceError {
    return new SourceError(problem, this.#module.source, at)
  }

  /** Adds the location to a failure that has none. */
  #located<A>(at: number, run: () => A): A {
    try {
      return run()
    } catch (error) {
      if (error instanceof Unfit || error instanceof Exhausted) {
        throw this.#failure(error.message, at)
      }
      throw error
    }
  }

  /* ------------------------------------------------------------- statements */

  #run(statements: ReadonlyArray<Statement>, scope: Scope): Returned | undefined {
    // Blocks and functions evaluate nothing by themselves, but a source can have many of them.
    this.#with.meter.step(statements.length)
    // Functions are hoisted.
    for (const statement of statements) {
      if (statement.type === "declaration" && statement.value.type === "function") this.#declare(statement, scope)
    }
    for (const statement of statements) {
      const returned = this.#statement(statement, scope)
      if (returned !== undefined) return returned
    }
    return undefined
  }

  #declare({ pattern, value }: Extract<Statement, { readonly type: "declaration" }>, scope: Scope): void {
    this.#bind(pattern, this.#evaluate(value, scope), scope)
  }

  #statement(statement: Statement, scope: Scope): Returned | undefined {
    switch (statement.type) {
      case "block":
        return this.#run(statement.statements, new Scope(scope))
      case "declaration":
        if (statement.value.type !== "function") this.#declare(statement, scope)
        return undefined
      case "return":
        return new Returned(statement.value && this.#evaluate(statement.value, scope))
      case "throw": {
        const value = this.#evaluate(statement.value, scope)
        const message = value instanceof Fields ? value.entries.get("message") : value
        throw this.#failure(
          this.#located(statement.at, () => toText(message, this.#with.meter)),
          statement.at
        )
      }
      case "if": {
        const branch = this.#evaluate(statement.test, scope) ? statement.consequent : statement.alternate
        return branch && this.#statement(branch, scope)
      }
      case "property": {
        const component = scope.find(statement.of, this.#with.meter)?.get(statement.of)
        if (!(component instanceof Callable)) {
          throw this.#failure(`only components get properties, and ${statement.of} is none`, statement.at)
        }
        component.set(statement.name, this.#evaluate(statement.value, scope))
        return undefined
      }
    }
  }

  /* --------------------------------------------------------------- patterns */

  #bind(pattern: Pattern, given: Value, scope: Scope): void {
    this.#with.meter.step()
    const value =
      given === undefined && pattern.fallback !== undefined ? this.#evaluate(pattern.fallback, scope) : given
    switch (pattern.type) {
      case "bind":
      case "rest":
        return scope.set(pattern.name, value)
      case "items": {
        this.#with.meter.step(pattern.items.length)
        const items = this.#located(pattern.at, () => this.#listOf(value))
        return pattern.items.forEach((item, index) => item && this.#bind(item, items[index], scope))
      }
      case "fields": {
        const { meter } = this.#with
        for (const field of pattern.fields) {
          const member = this.#located(pattern.at, () => memberOf(value, field.key, meter))
          this.#bind(field.pattern, member, scope)
        }
        if (pattern.rest === undefined) return
        meter.step(pattern.fields.length)
        const taken = new Set(pattern.fields.map(({ key }) => key))
        const others = value instanceof Fields ? [...value.entries].filter(([key]) => !taken.has(key)) : []
        meter.step(others.length)
        scope.set(pattern.rest, new Fields(others))
      }
    }
  }

  #listOf(value: Value): ReadonlyArray<Value> {
    if (typeof value === "string") {
      this.#with.meter.step(value.length)
      return [...value]
    }
    if (!isList(value)) throw new Unfit(`${kindOf(value)} is no list`)
    this.#with.meter.step(value.length)
    return value
  }

  /* ------------------------------------------------------------ expressions */

  #evaluate(expression: Expression, scope: Scope): Value {
    return this.#located(expression.at, () => this.#with.meter.nested(() => this.#value(expression, scope)))
  }

  #value(expression: Expression, scope: Scope): Value {
    const { meter } = this.#with
    switch (expression.type) {
      case "literal":
        return expression.value
      case "name": {
        const found = scope.find(expression.name, meter)
        if (found === undefined)
          throw new Unfit(this.#missing.get(expression.name) ?? `${expression.name} is not known`)
        return found.get(expression.name)
      }
      case "template": {
        const { texts, values } = expression
        const parts = values.flatMap((value, index) => [
          toText(this.#evaluate(value, scope), meter),
          texts[index + 1] ?? ""
        ])
        return join([texts[0] ?? "", ...parts], "", meter)
      }
      case "array":
        return this.#items(expression.items, scope)
      case "object":
        return new Fields(
          expression.fields.flatMap((field) => {
            if (field.type === "spread") return this.#spread(field, scope)
            const { key, value } = field
            const name = typeof key === "string" ? key : toText(this.#evaluate(key, scope), meter)
            meter.read(name.length)
            return [[name, this.#evaluate(value, scope)] as const]
          })
        )
      case "member":
      case "call": {
        const value = this.#link(expression, scope)
        return value === ended ? undefined : value
      }
      case "new":
        return this.#construct(expression.name, this.#items(expression.arguments, scope))
      case "function":
        return this.#function(expression, scope)
      case "unary":
        return this.#unary(expression.operator, this.#evaluate(expression.operand, scope))
      case "binary":
        return this.#binary(expression.operator, expression.left, expression.right, scope)
      case "conditional":
        return this.#evaluate(
          this.#evaluate(expression.test, scope) ? expression.consequent : expression.alternate,
          scope
        )
      case "element":
        return this.#element(expression, scope)
    }
  }

  #items(items: ReadonlyArray<Expression | Spread>, scope: Scope): ReadonlyArray<Value> {
    return items.flatMap((item) =>
      item.type === "spread" ? this.#listOf(this.#evaluate(item.value, scope)) : [this.#evaluate(item, scope)]
    )
  }

  /** The fields of `...value`; none for null and undefined. */
  #spread({ value }: Spread, scope: Scope): ReadonlyArray<readonly [string, Value]> {
    const spread = this.#evaluate(value, scope)
    if (isNothing(spread) || typeof spread === "boolean") return []
    if (!(spread instanceof Fields)) throw new Unfit(`${kindOf(spread)} has no fields`)
    this.#with.meter.step(spread.entries.size)
    return [...spread.entries]
  }

  /** A part of a chain, which ends where `?.` finds nothing before it. */
  #link(expression: Expression, scope: Scope): Value | typeof ended {
    if (expression.type === "member") return this.#member(expression, scope)
    if (expression.type === "call") return this.#call(expression, scope)
    return this.#evaluate(expression, scope)
  }

  #nestedLink(expression: Expression, scope: Scope): Value | typeof ended {
    return this.#located(expression.at, () => this.#with.meter.nested(() => this.#link(expression, scope)))
  }

  #member({ isOptional, key, object }: Member, scope: Scope): Value | typeof ended {
    const value = this.#nestedLink(object, scope)
    if (value === ended || (isOptional && isNothing(value))) return ended
    return memberOf(value, this.#evaluate(key, scope), this.#with.meter)
  }

  #call({ arguments: args, callee, isOptional }: Call, scope: Scope): Value | typeof ended {
    const value = this.#nestedLink(callee, scope)
    if (value === ended || (isOptional && isNothing(value))) return ended
    if (value instanceof VariablesType) return new VariablesType(undefined)
    if (!(value instanceof Callable)) throw new Unfit(`${nameOf(callee)} is ${kindOf(value)}, and cannot be called`)
    return value.call(this.#items(args, scope))
  }

  #construct(name: string, args: ReadonlyArray<Value>): Value {
    const [first] = args
    if (name === "Error") return new Fields([["message", first === undefined ? "" : first]])
    if (name !== "Date") throw new Unfit(`new ${name} cannot be rendered`)
    if (args.length > 1) throw new Unfit("a date is made of one text or number")
    if (first === undefined) return new Instant(this.#with.now)
    const { meter } = this.#with
    if (typeof first !== "string") return new Instant(toNumber(first, meter))
    meter.read(first.length)
    return new Instant(Date.parse(first))
  }

  #function({ body, name, parameters }: FunctionExpression, outer: Scope): Callable {
    return new Callable(name, (args) => {
      const scope = new Scope(outer)
      parameters.forEach((parameter, index) => {
        this.#bind(parameter, parameter.type === "rest" ? args.slice(index) : args[index], scope)
      })
      if (body.type !== "block") return this.#evaluate(body, scope)
      return this.#located(body.at, () => this.#with.meter.nested(() => this.#run(body.statements, scope)))?.value
    })
  }

  #unary(operator: string, value: Value): Value {
    switch (operator) {
      case "!":
        return !value
      case "-":
        return -toNumber(value, this.#with.meter)
      case "+":
        return toNumber(value, this.#with.meter)
      default:
        return typeOf(value)
    }
  }

  #binary(operator: string, left: Expression, right: Expression, scope: Scope): Value {
    const first = this.#evaluate(left, scope)
    // Evaluates the second operand only if it is needed.
    if (operator === "&&") return first ? this.#evaluate(right, scope) : first
    if (operator === "||") return first ? first : this.#evaluate(right, scope)
    if (operator === "??") return isNothing(first) ? this.#evaluate(right, scope) : first
    return this.#operation(operator, first, this.#evaluate(right, scope))
  }

  #operation(operator: string, left: Value, right: Value): Value {
    const { meter } = this.#with
    switch (operator) {
      case "===":
        return isSame(left, right, meter)
      case "!==":
        return !isSame(left, right, meter)
      case "==":
      case "!=": {
        const areEqual =
          isNothing(left) || isNothing(right) ? isNothing(left) && isNothing(right) : isSame(left, right, meter)
        return areEqual === (operator === "==")
      }
      case "+": {
        const isSum = [left, right].every((value) => isNothing(value) || /number|boolean/.test(typeof value))
        return isSum
          ? toNumber(left, meter) + toNumber(right, meter)
          : join([toText(left, meter), toText(right, meter)], "", meter)
      }
    }
    const comparison = comparisons.get(operator)
    if (comparison !== undefined) {
      if (typeof left !== "string" || typeof right !== "string") {
        return comparison(toNumber(left, meter), toNumber(right, meter))
      }
      meter.read(Math.min(left.length, right.length))
      return comparison(left, right)
    }
    return arithmetic.get(operator)?.(toNumber(left, meter), toNumber(right, meter))
  }

  /* --------------------------------------------------------------- elements */

  #element({ at, attributes, children, tag }: JsxElement, scope: Scope): Element {
    const kind = tag === undefined ? "" : this.#evaluate(tag, scope)
    if (typeof kind !== "string" && !(kind instanceof Callable)) {
      throw new Unfit(`${tag === undefined ? "" : nameOf(tag)} is ${kindOf(kind)}, and no component`)
    }
    // Texts between tags are not evaluated, and a comment between two makes them separate children.
    this.#with.meter.step(attributes.length + children.length)
    const fields = attributes.flatMap((attribute) => this.#attribute(attribute, scope))
    const inside = children.map((child) => this.#child(child, scope))
    if (inside.length > 0) fields.push(["children", inside.length === 1 ? inside[0] : inside])
    return new Element(kind, new Fields(fields), at)
  }

  #attribute(attribute: Attribute | Spread, scope: Scope): Array<readonly [string, Value]> {
    if (attribute.type === "spread") return [...this.#spread(attribute, scope)]
    return [[attribute.name, this.#evaluate(attribute.value, scope)]]
  }

  #child(child: JsxChild, scope: Scope): Value {
    if (child.type === "element") return this.#evaluate(child, scope)
    return this.#with.mark(child, child.type === "text" ? child.value : this.#evaluate(child.value, scope))
  }
}

/** How an expression is called in failures. */
const nameOf = (expression: Expression): string => {
  if (expression.type === "name") return expression.name
  if (expression.type !== "member") return "this"
  const { key, object } = expression
  return `${nameOf(object)}.${key.type === "literal" ? String(key.value) : "…"}`
}

/** The exports of a module. Failures are thrown as `SourceError`. */
export const evaluate = (module: Module, surroundings: Surroundings): ReadonlyMap<string, Value> =>
  new Evaluator(module, surroundings).exports()
