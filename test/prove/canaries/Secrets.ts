/**
 * A secret of every kind, each of them random and in no other text.
 *
 * Every canary is a chain of links, and each link begins with the same mark, so that any 20 characters of a secret
 * betray it, and one search for the mark, in all of its encodings, clears most texts.
 */
import { createHash, randomUUID } from "node:crypto"
import { base64url, lasting, unsignedToken } from "../../support/tokens.ts"

/** What decides them, so that the processes of one run have the same. */
export const seed = (process.env["GATEFOLD_CANARY_SEED"] ??= randomUUID())

let drawn = 0
const byte = (): number => createHash("sha256").update(`${seed} ${drawn++}`).digest()[0]!
const letters = "bcdfghjklmnpqrstvwxz"
const word = (length: number): string => Array.from({ length }, () => letters[byte() % 20]!).join("")

/** What every canary is full of. */
export const mark = word(9)

let chains = 0

/** As many characters as asked for; the two letters after a mark tell one canary from the other. */
const chain = (length: number): string => {
  const link = mark + letters[Math.floor(chains / 20)]! + letters[chains++ % 20]!
  return link.repeat(Math.ceil(length / link.length)).slice(0, length)
}

/** An access token as the service signs it, of whose claims and signature nothing may show. */
const accessToken = (): string => {
  const claims = {
    ...lasting,
    sub: "7b9b9b9e-0000-4000-8000-000000000001",
    refreshTokenId: "7b9b9b9e-0000-4000-8000-000000000009",
    note: chain(40)
  }
  return unsignedToken(claims, chain(86))
}

/** The kinds. The publishable client key is none: it is public, and in every page of an app. */
export const kinds = {
  secretServerKey: `ssk_${chain(40)}`,
  superSecretAdminKey: `sak_${chain(40)}`,
  accessToken: accessToken(),
  refreshToken: chain(52),
  newAccessToken: accessToken(),
  newRefreshToken: chain(52),
  extraHeader: chain(32),
  password: chain(24),
  oldPassword: chain(24),
  longPassword: chain(71),
  passwordHash: `$2b$10$${chain(53)}`,
  mailedCode: chain(45),
  shortCode: chain(30),
  nonce: chain(39),
  attemptCode: chain(45),
  loginCode: chain(64),
  pollingCode: chain(64),
  passkeyCode: chain(45),
  passkeyChallenge: chain(44),
  passkeySignature: chain(86),
  totpSecret: chain(32),
  totpCode: Array.from({ length: 6 }, () => (byte() % 9) + 1).join(""),
  apiKey: `sk_${chain(60)}`,
  appleIdentityToken: `e30.${base64url(chain(60))}.${chain(86)}`,
  oauthCode: chain(43),
  oauthState: chain(43),
  codeVerifier: chain(43),
  providerClientSecret: chain(40),
  providerAccessToken: chain(40),
  mailServerPassword: chain(24),
  vaultSecret: chain(32),
  vaultValue: chain(40),
  webhookToken: chain(48),
  webhookSecret: `whsec_${chain(32)}`,
  controlToken: chain(43)
} as const

/** One of them. */
export type Kind = keyof typeof kinds

const names = Object.keys(kinds) as ReadonlyArray<Kind>

/* ------------------------------------------------------------------- finding */

const base32 = (bytes: Buffer): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  const digits = bits.match(/.{5}/g) ?? []
  return digits.map((digit) => "abcdefghijklmnopqrstuvwxyz234567"[parseInt(digit, 2)]!).join("")
}

/** The digits that a text alone decides, wherever it stands within what is encoded. */
const aligned = (text: string, bits: number, group: number, encode: (bytes: Buffer) => string) =>
  Array.from({ length: group }, (_, before) => {
    const digits = encode(Buffer.concat([Buffer.alloc(before), Buffer.from(text)]))
    return digits.slice(Math.ceil((before * 8) / bits), Math.floor(((before + text.length) * 8) / bits))
  })

/** The forms of a text, all in the case and alphabet that {@link folded} brings texts to. */
const forms = (text: string): { readonly exact: ReadonlyArray<string>; readonly folded: ReadonlyArray<string> } => ({
  // Standard and URL-safe digits differ in two characters only, which texts of letters seldom have.
  exact: [
    ...aligned(text, 6, 3, (bytes) => bytes.toString("base64")),
    ...aligned(text, 6, 3, (bytes) => bytes.toString("base64url"))
  ],
  folded: [
    text.toLowerCase(),
    Buffer.from(text).toString("hex"),
    ...aligned(text, 5, 5, base32),
    // As percent, JSON and HTML escapes of each character.
    [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(""),
    [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(""),
    [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join("")
  ]
})

const isDigits = (text: string) => /^\d+$/.test(text)

/** Finds a text in whichever of its forms. Digits count as a number of their own only. */
const finder = (secret: string): ((text: string, lower: string) => boolean) => {
  if (isDigits(secret)) {
    const number = new RegExp(`(?<![\\w.:-])${secret}(?![\\w.:-])`)
    return (text) => text.includes(secret) && number.test(text)
  }
  const { exact, folded } = forms(secret)
  return (text, lower) => folded.some((form) => lower.includes(form)) || exact.some((form) => text.includes(form))
}

const hasMark = finder(mark)
const finders = names.map((kind) => [kind, finder(kinds[kind])] as const)

const played = new Map<Kind, number>()

/** Notes the secrets in something that was handed in, sent, or answered: only those can be found elsewhere. */
export const play = (text: string): void => {
  if (!text.includes(mark) && !text.includes(kinds.totpCode)) return
  for (const kind of names) if (text.includes(kinds[kind])) played.set(kind, (played.get(kind) ?? 0) + 1)
}

/** How often each kind was in play. */
export const inPlay = (): ReadonlyArray<readonly [kind: Kind, times: number]> =>
  names.map((kind) => [kind, played.get(kind) ?? 0])

/** Secrets that came about during the run, such as tokens that an emulator has given out, by their kinds. */
const issued = new Map<string, string>()

/** From now on, this text is one to look for. Shorter ones are words of everyday texts. */
export const issue = (kind: string, secret: string): void => {
  if (secret.length >= 16) issued.set(secret, kind)
}

/** How many were. */
export const issuedCount = (): number => issued.size

/** The kinds of secrets in a text, and `part of a secret` for what is a piece of one. */
export const find = (text: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  const lower = text.toLowerCase()
  if (text.includes(kinds.totpCode) && finder(kinds.totpCode)(text, lower)) found.add("totpCode")
  if (hasMark(text, lower)) {
    for (const [kind, isIn] of finders) if (isIn(text, lower)) found.add(kind)
    if (found.size === 0 || (found.size === 1 && found.has("totpCode"))) found.add("part of a secret")
  }
  return [...found]
}

/** The part of a text where the first mark is, if it is there as it is. */
export const excerpt = (text: string): string => {
  const at = text.toLowerCase().indexOf(mark)
  return text.slice(Math.max(0, at - 300), Math.max(0, at) + 300)
}

/** The kinds in a text with those that were {@link issue}d, for texts that are few. */
export const findIssued = (text: string): ReadonlyArray<string> => {
  const found = new Set(find(text))
  for (const [secret, kind] of issued) if (text.includes(secret)) found.add(kind)
  return [...found]
}
