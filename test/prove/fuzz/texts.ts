/** Hostile texts, from a seed: valid ones with something wrong, pieces of several, and bytes at random. */
import type { makeRandom } from "../../wire/inputs.ts"

/** A generator of numbers. */
export type Random = ReturnType<typeof makeRandom>

/** What parsers take for something else. */
const signs =
  "\u0000\t\n\v\f\r \u007f\u0085\u00a0\u00ad\u200b\u200e\u202e\u2028\ufeff\uff0f\uff0e\u3002\ud800\udfff/\\?#@:;,.%&=+*'\"`|<>[]{}()^~$!-_0"
const words =
  "💥 ß İ K ſ ㍿ %00 %2e %2f %5c %0d%0a %E0%A4%A %ff .. // \\\\ \\u0000 \\ud800 __proto__ constructor toString null undefined " +
  "NaN Infinity true 1e309 -0 1e-400 javascript: data: http: https: HTTP:// xn-- [::1] [::ffff:7f00:1] 127.1 0x7f.1 " +
  "2130706433 localhost @evil.example == eyJ"
const hostile: ReadonlyArray<string> = signs
  .split("")
  .concat(words.split(" "), "\r\n", "9".repeat(30), "a".repeat(300), "[".repeat(200), "💥".repeat(50))

const between = (random: Random, from: number, to: number) => from + random(Math.max(1, to - from))

const changes: ReadonlyArray<(text: string, random: Random, samples: ReadonlyArray<string>) => string> = [
  // Something in it.
  (text, random) => {
    const at = random(text.length + 1)
    return text.slice(0, at) + hostile[random(hostile.length)]! + text.slice(at)
  },
  // Something in place of a piece.
  (text, random) => {
    const at = random(text.length + 1)
    return text.slice(0, at) + hostile[random(hostile.length)]! + text.slice(at + 1 + random(4))
  },
  // Without a piece.
  (text, random) => {
    const at = random(text.length + 1)
    return text.slice(0, at) + text.slice(between(random, at, text.length + 1))
  },
  // A piece of another one.
  (text, random, samples) => {
    const other = samples[random(samples.length)]!
    return text.slice(0, random(text.length + 1)) + other.slice(random(other.length + 1))
  },
  // A piece again and again.
  (text, random) => {
    const at = random(text.length + 1)
    const piece = text.slice(at, at + 1 + random(12))
    return text.slice(0, at) + piece.repeat(1 + random(60)) + text.slice(at)
  },
  // Another character.
  (text, random) => {
    const at = random(text.length + 1)
    return text.slice(0, at) + String.fromCharCode(random(random(2) === 0 ? 256 : 65_536)) + text.slice(at + 1)
  },
  // Other case, or escaped.
  (text, random) => {
    const at = random(text.length + 1)
    const end = at + 1 + random(6)
    const piece = text.slice(at, end)
    const escaped = [...piece].map((letter) => `%${(letter.codePointAt(0)! & 0xff).toString(16).padStart(2, "0")}`)
    return text.slice(0, at) + (random(2) === 0 ? piece.toUpperCase() : escaped.join("")) + text.slice(end)
  },
  (text, random) =>
    [...text]
      .toReversed()
      .slice(0, 1 + random(200))
      .join("")
]

const noise = (random: Random): string =>
  Array.from({ length: random(40) }, () =>
    random(3) === 0 ? String.fromCharCode(random(65_536)) : hostile[random(hostile.length)]!
  ).join("")

/** One text; every twentieth is noise, and one in sixteen of the others is a sample as it is. */
export const makeText = (samples: ReadonlyArray<string>, random: Random): string => {
  if (random(20) === 0) return noise(random)
  let text = samples[random(samples.length)]!
  if (random(16) === 0) return text
  for (let count = 1 + random(4); count > 0; count--) text = changes[random(changes.length)]!(text, random, samples)
  return text
}

/** The smallest text of which something still holds, by leaving out pieces. */
export const shrink = async (text: string, fails: (text: string) => Promise<boolean>): Promise<string> => {
  let small = text
  for (let size = Math.ceil(small.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < small.length;) {
      const candidate = small.slice(0, at) + small.slice(at + size)
      if (await fails(candidate)) small = candidate
      else at += size
    }
  }
  return small
}
