/** Feeds targets with texts, and measures them. */
import { nextTurn } from "../../support/turns.ts"
import { makeRandom } from "../../wire/inputs.ts"
import type { Target } from "./targets.ts"
import { shrink, makeText } from "./texts.ts"

/** A text that may take no longer. */
export const limitMillis = 10

/** What is wrong with a target. */
export interface Violation {
  /** The number of the input, for `--index`; undefined for texts that only grow. */
  readonly index: number | undefined
  readonly text: string
  readonly problem: string
}

/** What became of a target. */
export interface Fuzzed {
  readonly inputs: number
  readonly throws: number
  readonly slow: number
  readonly slowestMillis: number
  readonly outcomes: ReadonlyMap<string, number>
  readonly violations: ReadonlyArray<Violation>
}

/** The text of a number: the same each time, whichever came before. */
export const makeInput = ({ make, name, samples }: Target, seed: string, index: number): string => {
  const random = makeRandom(`${seed} ${name} ${index}`)
  return make?.(random) ?? makeText(samples, random)
}

/** Thrown values are compared by what they are, not by the text in them. */
const describeProblem = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

const attempt = async (
  { run }: Target,
  text: string
): Promise<{ readonly outcome: string; readonly problem?: string }> => {
  try {
    const outcome = run(text)
    return { outcome: typeof outcome === "string" ? outcome : await outcome }
  } catch (error) {
    return { outcome: "throws", problem: describeProblem(error) }
  }
}

/** How long this thread has worked, which the rest of the machine does not add to. */
const workedMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

const measureMillis = async (target: Target, text: string): Promise<number> => {
  const began = workedMillis()
  await attempt(target, text)
  return workedMillis() - began
}

/** Of several times the least: a collection of garbage or a compilation is of no input. */
const leastMillis = async (target: Target, text: string, before: number): Promise<number> => {
  let least = before
  for (let again = 0; again < 10 && least > limitMillis; again++) {
    least = Math.min(least, await measureMillis(target, text))
  }
  return least
}

/** Feeds a target with as many texts. */
export const fuzz = async (target: Target, seed: string, count: number): Promise<Fuzzed> => {
  const isTimed = target.untimed === undefined
  const outcomes = new Map<string, number>()
  const violations: Array<Violation> = []
  let throws = 0
  let slow = 0
  let slowestMillis = 0
  for (let index = 0; index < count; index++) {
    const text = makeInput(target, seed, index)
    const began = workedMillis()
    const { outcome, problem } = await attempt(target, text)
    const took = workedMillis() - began
    const millis = isTimed && took > limitMillis ? await leastMillis(target, text, took) : took
    slowestMillis = Math.max(slowestMillis, millis)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (problem !== undefined && throws++ < 3) {
      const fails = async (smaller: string) => (await attempt(target, smaller)).problem !== undefined
      violations.push({ index, text: await shrink(text, fails), problem })
    }
    if (isTimed && millis > limitMillis && slow++ < 3) {
      violations.push({ index, text, problem: `takes ${millis.toFixed(1)} ms` })
    }
    // Others want the event loop, too.
    if (index % 1000 === 0) await nextTurn()
  }
  const grown = isTimed ? await growing(target) : []
  for (const text of grown) violations.push({ index: undefined, text, problem: "takes more than its length" })
  return { inputs: count, throws, slow, slowestMillis, outcomes, violations }
}

/** What a text of this length takes: the mean of so many times that the ticks of the clock do not matter. */
const meanAt = async (target: Target, text: (size: number) => string, size: number): Promise<number> => {
  const input = text(size)
  const began = workedMillis()
  let times = 0
  while (times < 100 && workedMillis() - began < 40) {
    await attempt(target, input)
    times++
  }
  return (workedMillis() - began) / times
}

/**
 * The pieces whose repetition takes longer than in proportion to its length: four times as much would be 16 times as
 * long if each part looked at all others. What is quick at 64,000 characters needs no second look, and what was slow by
 * chance is not so five times.
 */
const growing = async (target: Target): Promise<ReadonlyArray<string>> => {
  const [first = ""] = target.samples
  const pieces = [
    ...target.samples.map((sample) => sample.slice(0, 40)),
    ...'a/\\%&;=.,:[{"-*\n',
    "a=",
    "%2",
    "../../",
    "&#",
    "💥"
  ]
  const found: Array<string> = []
  for (const piece of new Set(pieces)) {
    if (piece === "") continue
    const text = (size: number) =>
      first.slice(0, 12) + piece.repeat(Math.ceil(size / piece.length)).slice(0, size) + first.slice(12)
    const isSlow = async () => {
      const long = await meanAt(target, text, 64_000)
      return long > 5 && long > 10 * (await meanAt(target, text, 16_000))
    }
    let rounds = 0
    while (rounds < 5 && (await isSlow())) rounds++
    if (rounds === 5) found.push(piece)
  }
  return found
}
