/** A cookie that holds no flow is no flow, whoever wrote it. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Redacted from "effect/Redacted"
import * as CookieJar from "../../src/platform/CookieJar.ts"
import * as OAuthFlows from "../../src/platform/OAuthFlows.ts"

const flow: OAuthFlows.OAuthFlow = {
  verifier: Redacted.make("v3r1f1er"),
  provider: "github",
  redirectUri: "https://app.example.org/handler/oauth-callback",
  projectId: "internal",
  apiUrl: "http://127.0.0.1:8102",
  type: "link",
  startedAtMillis: 7
}

const record: ReadonlyArray<unknown> = [
  "v3r1f1er",
  "github",
  "https://app.example.org/handler/oauth-callback",
  "internal",
  "http://127.0.0.1:8102",
  "link",
  7
]

/** What is found where a cookie holds this. */
const taken = Effect.fnUntraced(function* (cookie: string) {
  const jar = CookieJar.makeMemory()
  const flows = OAuthFlows.make(jar)
  yield* flows.add("s", flow)
  const [name] = yield* jar.use((cookies) => [...cookies.all().keys()])
  yield* jar.use((cookies) => cookies.set(name!, cookie, 60))
  return yield* flows.take("s", () => true)
})

const stored = (value: unknown) => Base64Url.encode(JSON.stringify(value))

describe("started flows", () => {
  it.effect("come back as they were", () =>
    Effect.gen(function* () {
      const flows = OAuthFlows.make(CookieJar.makeMemory())
      yield* flows.add("s", flow)
      const found = yield* flows.take("s", () => true)
      expect(found).toEqual(flow)
      expect(Redacted.value(found!.verifier)).toBe("v3r1f1er")
      expect(yield* flows.take("s", () => true)).toBeUndefined()
      expect(yield* taken(stored(record))).toEqual(flow)
    })
  )

  const wrong: ReadonlyArray<readonly [string, unknown]> = [
    ...[undefined, null, true, {}, []].flatMap((value) =>
      record.map((_, index) => [`${JSON.stringify(value)} in place ${index}`, record.with(index, value)] as const)
    ),
    ["another type", record.with(5, "unlink")],
    ["a relative URL", record.with(2, "/handler")],
    ["a fraction as its time", record.with(6, 7.5)],
    ["a time as text", record.with(6, "7")],
    ["more fields", [...record, 8]],
    ["fewer fields", record.slice(0, 6)],
    ["an object", { ...record, length: 7 }]
  ]
  it.effect.each(wrong)("are none with %s", ([, value]) =>
    Effect.map(taken(stored(value)), (found) => expect(found).toBeUndefined())
  )

  it.effect.each(["", "%", "AAAA", Base64Url.encode("{"), stored(record).slice(0, -4)])("are none in %j", (cookie) =>
    Effect.map(taken(cookie), (found) => expect(found).toBeUndefined())
  )
})
