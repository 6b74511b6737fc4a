/** Limits the work of a source. Counts every step and every character, so that rendering ends. */

const maxSteps = 500_000
const maxDepth = 300
const maxCharacters = 10_000_000

/** The number of characters that take as long to read as one takes to create. */
const reads = 16

/** A source exceeded its limit. */
export class Exhausted extends Error {}

/** The count of one rendering. */
export class Meter {
  #steps = 0
  #characters = 0
  #depth = 0

  step(count = 1): void {
    this.#steps += count
    // Negated so that `NaN` also fails.
    if (!(this.#steps <= maxSteps)) throw new Exhausted(`this takes more than ${maxSteps} steps`)
  }

  /** Counts the characters of a new text. */
  text(text: string): string {
    this.reserve(text.length)
    return text
  }

  /** Counts characters before the text is created. */
  reserve(characters: number): void {
    this.#characters += characters
    if (!(this.#characters <= maxCharacters)) throw new Exhausted(`this makes more than ${maxCharacters} characters`)
  }

  /** Counts characters that are read, which costs less than creating them. */
  read(characters: number): void {
    this.reserve(characters / reads)
  }

  /** Counts a search for a part in a text: at worst, it compares all of the part at each place. */
  search(text: string, part: string): void {
    this.read(text.length + part.length + Math.max(0, text.length - part.length) * part.length)
  }

  /** Does what is inside of something else. */
  nest<A>(run: () => A): A {
    if (this.#depth === maxDepth) throw new Exhausted(`this is nested deeper than ${maxDepth} levels`)
    this.#depth++
    this.step()
    try {
      return run()
    } finally {
      this.#depth--
    }
  }
}
