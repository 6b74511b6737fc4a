/**
 * Hides what a server quotes of a request: the request's own secrets, in every text of an answer that an error keeps
 * (docs/protocol/threats.md#secrets-in-output).
 *
 * Built only for an answer that fails. See docs/decisions/0028-masking.md for what it recognizes, and what it leaves
 * alone.
 */
import type * as Redacted from "effect/Redacted"
import type { Mask } from "./Excerpt.ts"

const placeholder = "…"

/**
 * All secrets in a value, searched level by level up to a limit: what is left out is the deepest, such as metadata,
 * never a key or token. A value that cannot be read counts as having no secrets.
 */
export const findSecrets = (value: unknown, { isRedacted, value: valueOf }: typeof Redacted): Set<string> => {
  const found = new Set<string>()
  const add = (text: unknown) => {
    if (typeof text === "string") found.add(text)
  }
  // The queue grows during the loop.
  const queue = new Set([value])
  let opened = 0
  for (const item of queue) {
    try {
      if (isRedacted(item)) {
        const secret = valueOf(item)
        add(secret)
        // A document, such as a project's configuration, is secret in each of its texts. The reviver sees them all.
        JSON.parse(String(secret), (_, text) => add(text))
      } else if (typeof item === "object" && item !== null && opened++ < maxObjects) {
        for (const member of Object.values(item)) queue.add(member)
      }
    } catch {
      // A secret that is not a document. A getter or `Proxy` that throws: the encoder refuses such input.
    }
  }
  return found
}

const maxObjects = 10_000

export const make = (secrets: Iterable<string>): Mask => {
  const needles = [...secrets].flatMap((secret) => [...makeTextNeedles(secret), ...makeBase64Needles(secret)])
  return (text) => {
    const masked = maskAll(text.slice(0, maxLength), needles)
    // The cut may have shortened a secret.
    return text.length > maxLength ? masked.slice(0, -maxSecretLength) + placeholder : masked
  }
}

const maxLength = 65_536
const maxSecretLength = 16_384

interface Needle {
  readonly fold: (bytes: string) => string
  readonly bytes: string
  /** Matches neighboring characters that make it part of a longer word or number. */
  readonly notBefore: RegExp | undefined
  readonly notAfter: RegExp | undefined
  /** Matches neighboring characters that contain some of its bits. */
  readonly sharing: RegExp | undefined
}

const maskAll = (text: string, needles: ReadonlyArray<Needle>): string => {
  const { bytes, ends, starts } = unescapeWithPositions(text)
  const folded = new Map<Needle["fold"], string>()
  const hidden: Array<readonly [start: number, end: number]> = []
  for (const { bytes: needle, fold, notAfter, notBefore, sharing } of needles) {
    const found = folded.get(fold) ?? fold(bytes)
    folded.set(fold, found)
    for (let at = found.indexOf(needle); at >= 0; at = found.indexOf(needle, at + 1)) {
      let from = at
      let to = at + needle.length
      if (notBefore?.test(found[from - 1] ?? "") || notAfter?.test(found[to] ?? "")) continue
      for (let n = 0; n < 3 && sharing?.test(found[from - 1] ?? ""); n++) from--
      for (let n = 0; n < 3 && sharing?.test(found[to] ?? ""); n++) to++
      // Includes surrounding backslashes, which may belong to the secret.
      hidden.push([ends[from - 1] ?? 0, starts[to] ?? text.length])
    }
  }
  hidden.sort(([a], [b]) => a - b)
  let masked = ""
  let done = 0
  for (const [start, end] of hidden) {
    if (start > done || done === 0) masked += text.slice(done, start) + placeholder
    done = Math.max(done, end)
  }
  return masked + text.slice(done)
}

/** Shorter secrets are masked only as separate words or numbers, because they may be part of other words. */
const wordLength = 8

const makeTextNeedles = (secret: string): ReadonlyArray<Needle> => {
  // A secret that contains what looks like an escape is searched both as it is and unescaped. A backslash before it may
  // make its beginning one.
  const forms = [
    unescapeWithPositions(secret).bytes,
    toBytes(secret).replaceAll("\\", ""),
    unescapeWithPositions(`\\${secret}`).bytes
  ]
  const folds = isAscii(secret) ? [foldText] : [foldText, foldLetters]
  return folds.flatMap((fold) =>
    [...new Set(forms.map(fold))]
      .filter((bytes) => bytes !== "")
      .map((bytes) => ({
        fold,
        bytes,
        notBefore: secret.length < wordLength ? matchNeighbors(bytes[0]!, bytes) : undefined,
        notAfter: secret.length < wordLength ? matchNeighbors(bytes.at(-1)!, bytes) : undefined,
        sharing: undefined
      }))
  )
}

const isAscii = (text: string) => !/[^\u0000-\u007f]/.test(text)

/** Letters do not match within a longer word, digits not within a longer number, signs alone not beside either. */
const matchNeighbors = (end: string, secret: string): RegExp | undefined => {
  if (/[a-z\u0080-\u00ff]/.test(end)) return /[a-z]/
  if (/[0-9]/.test(end)) return /[0-9]/
  return /[a-z0-9\u0080-\u00ff]/.test(secret) ? undefined : /[a-z0-9]/
}

/** Forms write `+` for a space, and some servers change the case. */
const foldText = (bytes: string) => bytes.replaceAll("+", " ").toLowerCase()

/** Folds the case of letters beyond ASCII that have as many bytes in either case. */
const foldLetters = (bytes: string) =>
  bytes
    .replaceAll("+", " ")
    .replace(/[A-Z]|[\u00c3-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}/g, (letter) => {
      const lower = toBytes(decoder.decode(Uint8Array.from(letter, (byte) => byte.charCodeAt(0))).toLowerCase())
      return lower.length === letter.length ? lower : letter
    })

/** base64url uses other characters. */
const foldBase64 = (bytes: string) => bytes.replaceAll("-", "+").replaceAll("_", "/")

const base64Digit = /[\w+/]/

/** The base64 digits that depend on the secret alone, for each of its three possible alignments. */
const makeBase64Needles = (secret: string): ReadonlyArray<Needle> => {
  const bytes = toBytes(secret)
  return [0, 1, 2].flatMap((offset): ReadonlyArray<Needle> => {
    const encoded = btoa("\0".repeat(offset) + bytes)
    const digits = encoded.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3))
    const needle = { fold: foldBase64, notBefore: undefined, notAfter: undefined, sharing: /[\w+/=]/ }
    if (digits.length >= 4) return [{ ...needle, bytes: digits }]
    // A shorter secret is searched only as the whole of an encoded text.
    return offset > 0 || bytes === ""
      ? []
      : [{ ...needle, bytes: encoded.replaceAll("=", ""), notBefore: base64Digit, notAfter: base64Digit, sharing: /=/ }]
  })
}

const utf8 = new TextEncoder()
const decoder = new TextDecoder()

/** The UTF-8 bytes of a text, one character each. */
const toBytes = (text: string): string => {
  if (isAscii(text)) return text
  let bytes = ""
  for (const byte of utf8.encode(text)) bytes += String.fromCharCode(byte)
  return bytes
}

/** Escapes of URLs, JSON and HTML, also of what was escaped before. */
const escapes = new RegExp(
  [
    String.raw`%(?:25)*([0-9a-f]{2})`,
    String.raw`\\+u(d[89ab][0-9a-f]{2})\\+u(d[c-f][0-9a-f]{2})`,
    String.raw`\\+u([0-9a-f]{4})`,
    String.raw`\\+([bfnrt]?)`,
    String.raw`&(?:amp;)*(?:#0*(\d{1,7})|#x0*([0-9a-f]{1,6})|(quot|apos|amp|lt|gt));`
  ].join("|"),
  "gi"
)

const named: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" }
const controls: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }

const decodeCharacter = (code: number) => (code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code))

/** The bytes that a text encodes, without backslashes, with the position of each in the text. */
const unescapeWithPositions = (text: string) => {
  let bytes = ""
  const starts: Array<number> = []
  const ends: Array<number> = []
  const append = (added: string, start: number, end: number) => {
    bytes += added
    for (let i = 0; i < added.length; i++) {
      starts.push(start)
      ends.push(end)
    }
  }
  const copy = (start: number, end: number) => {
    for (let i = start; i < end;) {
      const next = i + (text.codePointAt(i)! > 0xffff ? 2 : 1)
      append(toBytes(text.slice(i, next)), i, next)
      i = next
    }
  }
  let position = 0
  for (const match of text.matchAll(escapes)) {
    const [escaped, percent, high, low, unit, control, decimal, hex, name] = match
    copy(position, match.index)
    position = match.index + escaped.length
    const replaceEscape = (added: string) => append(added, match.index, position)
    if (percent !== undefined) replaceEscape(String.fromCharCode(parseInt(percent, 16)))
    else if (high !== undefined) replaceEscape(toBytes(String.fromCharCode(parseInt(high, 16), parseInt(low!, 16))))
    else if (unit !== undefined) replaceEscape(toBytes(String.fromCharCode(parseInt(unit, 16))))
    else if (control !== undefined) replaceEscape(controls[control.toLowerCase()] ?? "")
    else if (name !== undefined) replaceEscape(named[name.toLowerCase()]!)
    else replaceEscape(toBytes(decodeCharacter(decimal === undefined ? parseInt(hex!, 16) : Number(decimal))))
  }
  copy(position, text.length)
  // A percent escape may encode a backslash.
  return withoutBackslashes({ bytes, starts, ends })
}

const withoutBackslashes = (found: { bytes: string; starts: Array<number>; ends: Array<number> }) => {
  if (!found.bytes.includes("\\")) return found
  const isKept = (_: unknown, i: number) => found.bytes[i] !== "\\"
  return {
    bytes: found.bytes.replaceAll("\\", ""),
    starts: found.starts.filter(isKept),
    ends: found.ends.filter(isKept)
  }
}
