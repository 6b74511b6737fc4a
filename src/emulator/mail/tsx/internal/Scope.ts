/** The names that are known at a place of a source. */
import type { Meter } from "./Meter.ts"
import type { Value } from "./Values.ts"

/** A lookup in one scope costs less than a step. */
const scopeSteps = 1 / 16

/** The names of a block, a function or a module, inside of other scopes. */
export class Scope {
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
