/** Limits the work of a source. Counts every step and every character, so that rendering ends. */

const MAX_STEPS = 500_000
const MAX_DEPTH = 300
const MAX_CHARACTERS = 10_000_000

/** The number of characters that take as long to read as one takes to create. */
const READS = 16

/** A source exceeded its limit. */
export class Exhausted extends Error {}

/** The count of one rendering. */
export class Meter {
  #steps = 0
  #characters = 0
  #depth = 0

  /** Counts steps. */
  step(count = 1): void {
    this.#steps += count
    // Negated so that `NaN` also fails.
    if (!(this.#steps <= MAX_STEPS)) throw new Exhausted(`this takes more than ${MAX_STEPS} steps`)
  }

  /** Counts the characters of a new text. */
  text(text: string): string {
    this.reserve(text.length)
    return text
  }

  /** Counts characters before the text is created. */
  reserve(characters: number): void {
    this.#characters += characters
    if (!(this.#characters <= MAX_CHARACTERS)) throw new Exhausted(`this makes more than ${MAX_CHARACTERS} characters`)
  }

  /** Counts characters that are read, which costs less than creating them. */
  read(characters: number): void {
    this.reserve(characters / READS)
  }

  /** Counts a search for a part in a text: at worst, it compares all of the part at each place. */
  search(text: string, part: string): void {
    this.read(text.length + part.length + Math.max(0, text.length - part.length) * part.length)
  }

  /** Does what is inside of something else. */
  nested<A>(run: () => A): A {
    if (this.#depth === MAX_DEPTH) throw new Exhausted(`this is nested deeper than ${MAX_DEPTH} levels`)
    this.#depth++
    this.step()
    try {
      return run()
    } finally {
      this.#depth--
    }
  }
}
