/** Whether a leak would be found: one on purpose, of every kind and form, and in the sinks of operations and pages. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import { operation } from "../../../src/operation/Operation.ts"
import { readData } from "../../../src/operation/OperationData.ts"
import * as Operations from "./Operations.ts"
import * as pages from "./pages.ts"
import * as promises from "./promises.ts"
import * as Search from "./Search.ts"
import * as Secrets from "./Secrets.ts"
import { kinds } from "./Secrets.ts"

const secret = kinds.password

const leak = Effect.gen(function* () {
  console.log(secret)
  yield* Effect.logWarning(secret)
  yield* Effect.annotateCurrentSpan("password", secret)
  yield* Metric.update(Metric.withAttributes(Metric.counter("leaks"), { secret }), 1)
  const { http } = yield* ClientApp
  yield* Effect.exit(
    http({
      method: "GET",
      url: `http://127.0.0.1/?${secret}`,
      headers: {},
      body: undefined,
      maxResponseBytes: 1,
      timeoutMillis: 1
    })
  )
})

const leaking = [
  operation("Leak.fails")(() =>
    Effect.andThen(leak, Effect.fail(Object.assign(new Error(secret, { cause: new Error(secret) }), { secret })))
  ),
  operation("Leak.succeeds")(() => Effect.as(leak, secret))
].map((value) => ({ entry: "client" as const, exportedAs: readData(value)!.name, data: readData(value)!, value }))

/** Base32 (RFC 4648) without padding, for texts that do not begin with a NUL. */
const base32 = (text: string): string => {
  const bytes = Buffer.from(text)
  // Up to a multiple of five bits.
  let bits = BigInt(`0x${bytes.toString("hex")}`) << BigInt((2 * bytes.length) % 5)
  let digits = ""
  for (; bits > 0n; bits >>= 5n) digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number(bits & 31n)] + digits
  return digits
}

const encodings: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(`x${text}`).toString("base64url"),
  (text) => Buffer.from(`xx${text}`).toString("base64"),
  (text) => Buffer.from(text).toString("hex"),
  (text) => base32(`xyz${text}`),
  (text) => encodeURIComponent(text),
  (text) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`).join(""),
  (text) => JSON.stringify(JSON.stringify(text)),
  (text) => [...text].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(""),
  (text) => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join(""),
  (text) => `before ${text} after`
]

/** Throws what would not be found; answers how many leaks were. */
export const run = async (): Promise<number> => {
  const missed: Array<string> = []
  let found = 0
  for (const [kind, text] of Object.entries(kinds)) {
    // Six digits are looked for as they are only.
    for (const [n, encode] of (kind === "totpCode" ? encodings.slice(0, 1) : encodings).entries()) {
      if (Secrets.find(encode(text)).length > 0) found++
      else missed.push(`${kind} in form ${n}`)
    }
    if (kind !== "totpCode" && Secrets.find(text.slice(-20)).length === 0) missed.push(`the end of ${kind}`)
  }
  if (Secrets.find("nothing at all").length > 0) missed.push("nothing, which is no leak")
  const search = Search.make()
  await Operations.run(search, { every: 10, chosen: leaking })
  await pages.run(search, "leak")
  await promises.runUncaught(search, { "a leak": "throw new Error(kinds.password)" })
  const sinks = new Set(search.findings.map(({ sink }) => sink))
  const wanted =
    "String JSON inspect format structuredClone message stack cause Cause value log console span metric URL uncaught HTML browser"
  for (const sink of [...wanted.split(" "), "OTLP export", "React tree"]) {
    if (sinks.has(sink)) found++
    else missed.push(sink)
  }
  if (missed.length > 0) throw new Error(`These leaks are not found: ${missed.join(", ")}`)
  return found
}
