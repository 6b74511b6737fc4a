/**
 * Regular expressions of sign-up rules, in the subset of RE2 syntax that rules need. Matching takes time proportional
 * to pattern length times text length: patterns are untrusted, and JavaScript's engine may never finish some of them.
 */

/** A step of the machine that matches. */
type Step =
  | { readonly kind: "character"; readonly is: (character: string) => boolean }
  | { readonly kind: "split"; readonly first: number; readonly second: number }
  | { readonly kind: "position"; readonly is: (text: string, at: number) => boolean }
  | { readonly kind: "end" }

/** A part of a pattern. */
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

class Invalid extends Error {}

/** The character at a place, which may be two units of UTF-16; empty at the end. */
const characterAt = (text: string, at: number): string => {
  const point = text.codePointAt(at)
  return point === undefined ? "" : String.fromCodePoint(point)
}

const pointOf = (character: string): number => character.codePointAt(0) ?? -1

const digit = (character: string) => character >= "0" && character <= "9"
const word = (character: string) => /^\w$/.test(character)
const blank = (character: string) => /^\s$/.test(character)
const not = (is: (character: string) => boolean) => (character: string) => !is(character)

const classes: Readonly<Record<string, (character: string) => boolean>> = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: blank,
  S: not(blank)
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" }

const isWordAt = (text: string, at: number): boolean => word(text[at] ?? "")

const positions: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  b: (text, at) => isWordAt(text, at - 1) !== isWordAt(text, at),
  B: (text, at) => isWordAt(text, at - 1) === isWordAt(text, at)
}

const character = (is: (character: string) => boolean): Part => ({ kind: "step", step: { kind: "character", is } })
const position = (is: (text: string, at: number) => boolean): Part => ({ kind: "step", step: { kind: "position", is } })

/** Reads a pattern from left to right. */
const read = (pattern: string): Part => {
  let at = 0
  const isNext = (text: string) => pattern.startsWith(text, at)
  const take = (text: string): boolean => {
    if (!isNext(text)) return false
    at += text.length
    return true
  }
  const next = (): string => {
    const one = characterAt(pattern, at)
    if (one === "") throw new Invalid()
    at += one.length
    return one
  }

  /** A character after a backslash. Rejects letters and digits that have no meaning as an escape. */
  const escaped = (): string => {
    const one = next()
    const control = Object.hasOwn(controls, one) ? controls[one] : undefined
    if (control !== undefined) return control
    if (word(one) && one !== "_") throw new Invalid()
    return one
  }

  const set = (): Part => {
    const isNegated = take("^")
    const tests: Array<(character: string) => boolean> = []
    for (let isFirst = true; isFirst || !isNext("]"); isFirst = false) {
      let from = next()
      if (from === "\\") {
        const name = pattern[at] ?? ""
        if (Object.hasOwn(classes, name)) {
          tests.push(classes[name]!)
          at++
          continue
        }
        from = escaped()
      }
      let to = from
      if (isNext("-") && pattern[at + 1] !== "]") {
        at++
        to = next()
        if (to === "\\") to = escaped()
        if (pointOf(to) < pointOf(from)) throw new Invalid()
      }
      const [least, most] = [pointOf(from), pointOf(to)]
      tests.push((one) => pointOf(one) >= least && pointOf(one) <= most)
    }
    at++
    return character((one) => tests.some((is) => is(one)) !== isNegated)
  }

  const atom = (depth: number): Part => {
    const one = next()
    if (one === "(") {
      if (isNext("?") && !take("?:")) throw new Invalid()
      const inside = choice(depth + 1)
      if (!take(")")) throw new Invalid()
      return inside
    }
    if (one === "[") return set()
    if (one === ".") return character((other) => other !== "\n")
    if (one === "^") return position((_, where) => where === 0)
    if (one === "$") return position((text, where) => where === text.length)
    if ("*+?)".includes(one)) throw new Invalid()
    if (one !== "\\") return character((other) => other === one)
    const name = pattern[at] ?? ""
    if (Object.hasOwn(classes, name) || Object.hasOwn(positions, name)) {
      at++
      return Object.hasOwn(classes, name) ? character(classes[name]!) : position(positions[name]!)
    }
    const literal = escaped()
    return character((other) => other === literal)
  }

  /** How often the part before is repeated. */
  const times = (): readonly [least: number, most: number] | undefined => {
    if (take("*")) return [0, Infinity]
    if (take("+")) return [1, Infinity]
    if (take("?")) return [0, 1]
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(pattern.slice(at, at + 12))
    if (counted === null) return undefined
    at += counted[0].length
    const least = Number(counted[1])
    const most = counted[2] === undefined ? least : counted[3] === "" ? Infinity : Number(counted[3])
    if (most < least) throw new Invalid()
    return [least, most]
  }

  const sequence = (depth: number): Part => {
    const parts: Array<Part> = []
    while (at < pattern.length && !isNext("|") && !isNext(")")) {
      const part = atom(depth)
      const repeated = times()
      // Greedy and lazy repetition match the same texts, so the order of attempts does not matter.
      if (repeated !== undefined) take("?")
      parts.push(repeated === undefined ? part : { kind: "repeat", part, least: repeated[0], most: repeated[1] })
    }
    return { kind: "sequence", parts }
  }

  const choice = (depth: number): Part => {
    if (depth > maxDepth) throw new Invalid()
    const options = [sequence(depth)]
    while (take("|")) options.push(sequence(depth))
    return { kind: "choice", options }
  }

  const whole = choice(0)
  if (at < pattern.length) throw new Invalid()
  return whole
}

/** The steps of a part, each going on with the next one unless it splits. */
const compile = (whole: Part, meter: Meter): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  const add = (step: Step): number => {
    if (steps.length >= maxSteps) throw new Invalid()
    return steps.push(step) - 1
  }
  const split = (first: number, second: number) => add({ kind: "split", first, second })

  const emit = (part: Part): void => {
    if (--meter.left < 0) throw new Invalid()
    if (part.kind === "step") add(part.step)
    else if (part.kind === "sequence") for (const one of part.parts) emit(one)
    else if (part.kind === "choice") emitChoice(part.options)
    else emitRepeat(part)
  }

  const emitChoice = ([option, ...others]: ReadonlyArray<Part>): void => {
    if (option === undefined) return
    if (others.length === 0) return emit(option)
    const start = split(0, 0)
    emit(option)
    const jump = split(0, 0)
    steps[start] = { kind: "split", first: start + 1, second: steps.length }
    emitChoice(others)
    steps[jump] = { kind: "split", first: steps.length, second: steps.length }
  }

  const emitOptional = (part: Part): void => {
    const start = split(0, 0)
    emit(part)
    steps[start] = { kind: "split", first: start + 1, second: steps.length }
  }

  const emitRepeat = ({ least, most, part }: Extract<Part, { readonly kind: "repeat" }>): void => {
    for (let n = 0; n < least; n++) {
      const before = steps.length
      emit(part)
      // Repeating an empty match has no effect.
      if (steps.length === before) break
    }
    if (most !== Infinity) {
      for (let n = least; n < most; n++) emitOptional(part)
      return
    }
    const start = split(0, 0)
    emit(part)
    split(start, start)
    steps[start] = { kind: "split", first: start + 1, second: steps.length }
  }

  emit(whole)
  add({ kind: "end" })
  return steps
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
    const one = characterAt(text, at)
    at += Math.max(1, one.length)
    waiting = new Set()
    for (const step of reached) {
      const current = steps[step]!
      if (current.kind === "character" && one !== "" && current.is(one)) waiting.add(step + 1)
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
  try {
    return runs(compile(read(pattern), meter), text, meter)
  } catch (error) {
    if (error instanceof Invalid) return false
    throw error
  }
}
