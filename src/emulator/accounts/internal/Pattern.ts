/**
 * Regular expressions of sign-up rules, in the subset of RE2 syntax that rules need. Matching takes time proportional
 * to pattern length times text length: patterns are untrusted, and JavaScript's engine may never finish some of them.
 */
import { Invalid, orFalse } from "./Invalid.ts"

type Step =
  | { readonly kind: "character"; readonly is: (character: string) => boolean }
  | { readonly kind: "split"; readonly first: number; readonly second: number }
  | { readonly kind: "position"; readonly is: (text: string, at: number) => boolean }
  | { readonly kind: "end" }

type Part =
  | { readonly kind: "step"; readonly step: Step }
  | { readonly kind: "sequence"; readonly parts: ReadonlyArray<Part> }
  | { readonly kind: "choice"; readonly options: ReadonlyArray<Part> }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number }

/** How much work is left: the patterns of all rules share one meter. */
export interface Meter {
  left: number
}

const maxSteps = 2_000
const maxDepth = 50
const maxPattern = 1_000
const maxText = 1_000

/** The character at a place, which may be two units of UTF-16; empty at the end. */
const readCharacterAt = (text: string, at: number): string => {
  const point = text.codePointAt(at)
  return point === undefined ? "" : String.fromCodePoint(point)
}

const getCodePoint = (character: string): number => character.codePointAt(0) ?? -1

const isDigit = (character: string) => character >= "0" && character <= "9"
const isWord = (character: string) => /^\w$/.test(character)
const isBlank = (character: string) => /^\s$/.test(character)
const not = (is: (character: string) => boolean) => (character: string) => !is(character)

const classes: Readonly<Record<string, (character: string) => boolean>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isBlank,
  S: not(isBlank)
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" }

const isWordAt = (text: string, at: number): boolean => isWord(text[at] ?? "")

const positions: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  b: (text, at) => isWordAt(text, at - 1) !== isWordAt(text, at),
  B: (text, at) => isWordAt(text, at - 1) === isWordAt(text, at)
}

const makeCharacter = (is: (character: string) => boolean): Part => ({ kind: "step", step: { kind: "character", is } })
const makePosition = (is: (text: string, at: number) => boolean): Part => ({
  kind: "step",
  step: { kind: "position", is }
})

class Reader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  parse(): Part {
    const part = this.#choice(0)
    if (this.#at < this.#pattern.length) throw new Invalid()
    return part
  }

  #isNext(text: string): boolean {
    return this.#pattern.startsWith(text, this.#at)
  }

  #take(text: string): boolean {
    if (!this.#isNext(text)) return false
    this.#at += text.length
    return true
  }
  #next(): string {
    const next = readCharacterAt(this.#pattern, this.#at)
    if (next === "") throw new Invalid()
    this.#at += next.length
    return next
  }

  /** A character after a backslash. Rejects letters and digits that have no meaning as an escape. */
  #escaped(): string {
    const next = this.#next()
    const control = Object.hasOwn(controls, next) ? controls[next] : undefined
    if (control !== undefined) return control
    if (isWord(next) && next !== "_") throw new Invalid()
    return next
  }

  /** A character, which may be after a backslash. */
  #literal(): string {
    const next = this.#next()
    return next === "\\" ? this.#escaped() : next
  }

  /** One member of a set: a class, a character or a range. */
  #member(): (character: string) => boolean {
    const name = this.#isNext("\\") ? (this.#pattern[this.#at + 1] ?? "") : ""
    if (Object.hasOwn(classes, name)) {
      this.#at += 2
      return classes[name]!
    }
    const from = this.#literal()
    const isRange = this.#isNext("-") && this.#pattern[this.#at + 1] !== "]"
    if (isRange) this.#at++
    const least = getCodePoint(from)
    const greatest = isRange ? getCodePoint(this.#literal()) : least
    if (greatest < least) throw new Invalid()
    return (candidate) => getCodePoint(candidate) >= least && getCodePoint(candidate) <= greatest
  }

  #set(): Part {
    const isNegated = this.#take("^")
    const members = [this.#member()]
    while (!this.#isNext("]")) members.push(this.#member())
    this.#at++
    return makeCharacter((candidate) => members.some((is) => is(candidate)) !== isNegated)
  }

  #atom(depth: number): Part {
    const next = this.#next()
    if (next === "(") {
      if (this.#isNext("?") && !this.#take("?:")) throw new Invalid()
      const inside = this.#choice(depth + 1)
      if (!this.#take(")")) throw new Invalid()
      return inside
    }
    if (next === "[") return this.#set()
    if (next === ".") return makeCharacter((candidate) => candidate !== "\n")
    if (next === "^") return makePosition((_, where) => where === 0)
    if (next === "$") return makePosition((text, where) => where === text.length)
    if ("*+?)".includes(next)) throw new Invalid()
    if (next !== "\\") return makeCharacter((candidate) => candidate === next)
    const name = this.#pattern[this.#at] ?? ""
    if (Object.hasOwn(classes, name) || Object.hasOwn(positions, name)) {
      this.#at++
      return Object.hasOwn(classes, name) ? makeCharacter(classes[name]!) : makePosition(positions[name]!)
    }
    const literal = this.#escaped()
    return makeCharacter((candidate) => candidate === literal)
  }

  /** How often the part before is repeated. */
  #times(): readonly [least: number, most: number] | undefined {
    if (this.#take("*")) return [0, Infinity]
    if (this.#take("+")) return [1, Infinity]
    if (this.#take("?")) return [0, 1]
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#pattern.slice(this.#at, this.#at + 12))
    if (counted === null) return undefined
    this.#at += counted[0].length
    const least = Number(counted[1])
    if (counted[2] === undefined) return [least, least]
    const most = counted[3] === "" ? Infinity : Number(counted[3])
    if (most < least) throw new Invalid()
    return [least, most]
  }

  #sequence(depth: number): Part {
    const parts: Array<Part> = []
    while (this.#at < this.#pattern.length && !this.#isNext("|") && !this.#isNext(")")) {
      const part = this.#atom(depth)
      const repeated = this.#times()
      // Greedy and lazy repetition match the same texts, so the order of attempts does not matter.
      if (repeated !== undefined) this.#take("?")
      parts.push(repeated === undefined ? part : { kind: "repeat", part, least: repeated[0], most: repeated[1] })
    }
    return { kind: "sequence", parts }
  }

  #choice(depth: number): Part {
    if (depth > maxDepth) throw new Invalid()
    const options = [this.#sequence(depth)]
    while (this.#take("|")) options.push(this.#sequence(depth))
    return { kind: "choice", options }
  }
}

/** The steps of a part, each going on with the next one unless it splits. */
class Program {
  readonly #meter: Meter
  readonly steps: Array<Step> = []

  constructor(pattern: Part, meter: Meter) {
    this.#meter = meter
    this.#emit(pattern)
    this.#add({ kind: "end" })
  }

  #add(step: Step): number {
    if (this.steps.length >= maxSteps) throw new Invalid()
    return this.steps.push(step) - 1
  }

  #split(first: number, second: number): number {
    return this.#add({ kind: "split", first, second })
  }

  #emit(part: Part): void {
    if (--this.#meter.left < 0) throw new Invalid()
    if (part.kind === "step") this.#add(part.step)
    else if (part.kind === "sequence") for (const item of part.parts) this.#emit(item)
    else if (part.kind === "choice") this.#emitChoice(part.options)
    else this.#emitRepeat(part)
  }

  #emitChoice([option, ...others]: ReadonlyArray<Part>): void {
    if (option === undefined) return
    if (others.length === 0) return this.#emit(option)
    const start = this.#split(0, 0)
    this.#emit(option)
    const jump = this.#split(0, 0)
    this.steps[start] = { kind: "split", first: start + 1, second: this.steps.length }
    this.#emitChoice(others)
    this.steps[jump] = { kind: "split", first: this.steps.length, second: this.steps.length }
  }

  /** A part that may match, once or again and again. */
  #emitOptional(part: Part, isRepeated: boolean): void {
    const start = this.#split(0, 0)
    this.#emit(part)
    if (isRepeated) this.#split(start, start)
    this.steps[start] = { kind: "split", first: start + 1, second: this.steps.length }
  }

  #emitRepeat({ least, most, part }: Extract<Part, { readonly kind: "repeat" }>): void {
    for (let n = 0; n < least; n++) {
      const before = this.steps.length
      this.#emit(part)
      // Repeating an empty match has no effect.
      if (this.steps.length === before) break
    }
    if (most === Infinity) return this.#emitOptional(part, true)
    for (let n = least; n < most; n++) this.#emitOptional(part, false)
  }
}

/** Whether the steps reach their end from any place in a text: all ways are followed at once. */
const runs = (steps: ReadonlyArray<Step>, text: string, meter: Meter): boolean => {
  let waiting = new Set<number>()
  for (let at = 0; at <= text.length;) {
    const reached = new Set<number>()
    const pending = [...waiting, 0]
    for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
      if (reached.has(step)) continue
      reached.add(step)
      if (--meter.left < 0) throw new Invalid()
      const current = steps[step]!
      if (current.kind === "end") return true
      if (current.kind === "split") pending.push(current.first, current.second)
      else if (current.kind === "position" && current.is(text, at)) pending.push(step + 1)
    }
    const consumed = readCharacterAt(text, at)
    at += Math.max(1, consumed.length)
    waiting = new Set()
    for (const step of reached) {
      const current = steps[step]!
      if (current.kind === "character" && consumed !== "" && current.is(consumed)) waiting.add(step + 1)
    }
  }
  return false
}

/**
 * Whether a pattern matches anywhere in a text. One that is invalid, not supported, too long or too much work matches
 * nothing.
 */
export const matches = (pattern: string, text: string, meter: Meter): boolean => {
  if (pattern.length > maxPattern || text.length > maxText) return false
  return orFalse(() => runs(new Program(new Reader(pattern).parse(), meter).steps, text, meter))
}
