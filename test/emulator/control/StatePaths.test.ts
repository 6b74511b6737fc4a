/** The whole state over HTTP, as other programs change it. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, control, layer, raw, server, signUp } from "../../support/emulatorCalls.ts"

const users = Effect.map(call("GET", "/users", server), ({ body }) => body.items.length)

describe("over HTTP", () => {
  it.effect("a snapshot is restored, even in another emulator", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org")
      const { text } = yield* control("GET", "snapshot")
      expect((yield* control("POST", "reset")).status).toBe(200)
      expect(yield* users).toBe(0)
      expect((yield* control("POST", "restore", text)).status).toBe(200)
      expect(yield* users).toBe(1)
      const { project } = yield* Emulator
      yield* Effect.gen(function* () {
        yield* control("POST", "restore", text)
        const { body } = yield* call("GET", "/users/me", { project, token: ann.access_token })
        expect(body.primary_email).toBe("ann@example.org")
      }).pipe(Effect.provide(layer({ randomSeed: "other" })))
    }).pipe(Effect.provide(layer()))
  )

  it.effect("a snapshot that was changed is refused, and nothing happens", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const { body, text } = yield* control("GET", "snapshot")
      const changed = { ...body, snapshot: body.snapshot.replace("ann@", "eve@") }
      const wrong = ["", "{}", "[]", changed, { ...body, version: 1 }]
      const answers = yield* Effect.forEach(wrong, (bad) => control("POST", "restore", bad))
      expect(answers).toMatchObject(wrong.map(() => ({ status: 400, body: { error: expect.any(String) } })))
      // Also with the digest of what somebody has made of it.
      const { memory, ...rest } = JSON.parse(body.snapshot)
      const snapshot = JSON.stringify({ ...rest, memory: { ...memory, mailbox: { ...memory.mailbox, mails: {} } } })
      const digest = createHash("sha256").update(snapshot).digest("hex")
      const answer = yield* control("POST", "restore", { ...body, snapshot, sha256: digest })
      expect(answer).toMatchObject({ status: 400, body: { path: "memory.mailbox.mails" } })
      expect(answer.body.error).toMatch(/^memory\.mailbox\.mails: Expected array/)
      expect(text).toContain("ann@")
      expect(yield* users).toBe(1)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("a seed is added, exported and imported", () =>
    Effect.gen(function* () {
      expect((yield* control("POST", "seed", { users: [{ email: "ann@example.org" }] })).status).toBe(200)
      expect(yield* users).toBe(1)
      const { text } = yield* control("GET", "export")
      yield* signUp("bob@example.org")
      expect((yield* control("POST", "import", text)).status).toBe(200)
      expect((yield* control("GET", "export")).text).toBe(text)
      expect(yield* users).toBe(1)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("a bad seed is refused with the place where it is wrong", () =>
    Effect.gen(function* () {
      const { body, status } = yield* control("POST", "seed", { users: [{ email: "ann" }] })
      expect({ status, path: body.path }).toStrictEqual({ status: 400, path: "users[0].email" })
      expect((yield* control("POST", "seed", "users:")).body.error).toBe("It is not JSON.")
    }).pipe(Effect.provide(layer()))
  )

  const bytes = 512 * 1024 * 1024

  const send = Effect.fnUntraced(function* (
    path: string,
    { headers, ...init }: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
    /** Reads the body in place of the request. */
    arrayBuffer?: () => Promise<ArrayBuffer>
  ) {
    const { baseUrl, controlToken, fetch } = yield* Emulator
    const token = { "x-gatefold-emulator-token": Redacted.value(controlToken) }
    const url = `${baseUrl}/__emulator/${path}`
    const request = new Request(url, { method: "POST", headers: { ...token, ...headers }, ...init })
    return yield* Effect.promise(async () => {
      const response = await fetch(arrayBuffer === undefined ? request : Object.assign(request, { arrayBuffer }))
      return { status: response.status, body: await response.json() }
    })
  })

  it.effect("a snapshot or a seed that is too large is refused, with an alternative", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      // The text of a snapshot can be nearly as long as texts of the engine.
      const large = { "content-length": String(bytes - 64) }
      expect(yield* send("restore", { headers: large, body: "{}" })).toMatchObject({ status: 400 })
      // Without its length. The memory is reserved, and no time is lost to fill it.
      expect(yield* send("restore", { body: "{}" }, async () => new ArrayBuffer(bytes))).toMatchObject({ status: 413 })
      expect(yield* users).toBe(1)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["restore", "snapshot"],
    ["seed", "seed"],
    ["import", "seed"]
  ] as const)("refuses a body of $0 that is too large, with an alternative", ([path, what]) =>
    Effect.gen(function* () {
      const expected = {
        status: 413,
        body: { error: expect.stringMatching(`^The ${what} is larger than 512 MiB\\..*--data`) }
      }
      const headers = { "content-length": String(bytes) }
      expect(yield* send(path, { headers, body: "{}" })).toMatchObject(expected)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["POST", "reset"],
    ["GET", "snapshot"],
    ["POST", "restore"],
    ["POST", "seed"],
    ["GET", "export"],
    ["POST", "import"]
  ] as const)("needs the token: $0", ([method, path]) =>
    Effect.gen(function* () {
      expect((yield* raw(method, `/__emulator/${path}`)).status).toBe(401)
    }).pipe(Effect.provide(layer()))
  )
})
