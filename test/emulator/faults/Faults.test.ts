/** Rules for faults hit the requests that they describe and no others, the same in every run. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Record from "effect/Record"
import * as TestClock from "effect/testing/TestClock"
import type { BrokenConnection } from "../../../src/emulator/faults/BrokenConnection.ts"
import * as PathPattern from "../../../src/emulator/faults/internal/PathPattern.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { admin, call, control, layer, password, raw, signUp } from "../../support/emulatorCalls.ts"

const add = (rule: Emulator.FaultRule) => Effect.flatMap(Emulator.Emulator, ({ faults }) => faults.add(rule))

/** The statuses of so many requests for the project. */
const statuses = (count: number, path = "/projects/current") =>
  Effect.forEach(Array.from({ length: count }), () => Effect.map(call("GET", path), ({ status }) => status))

const journal = Effect.flatMap(Emulator.Emulator, ({ journal }) => journal.entries)

/** What a promise of the fetch handler rejects with. */
const rejection = (method: string, path: string, init: RequestInit = {}) =>
  Effect.gen(function* () {
    const { baseUrl, fetch } = yield* Emulator.Emulator
    return yield* Effect.flip(
      Effect.tryPromise({
        try: async () => (await fetch(new Request(baseUrl + path, { method, ...init }))).text(),
        catch: (error) => error as TypeError & { cause: { code: string; syscall: string } }
      })
    )
  })

describe("patterns of paths", () => {
  it.each([
    ["/users/me", "/users/me", true],
    ["/users/me", "/users/me/", false],
    ["/users/*", "/users/me", true],
    ["/users/*", "/users/a/b", false],
    ["/users/**", "/users/a/b", true],
    ["/users/**", "/users", true],
    ["/**/send", "/auth/otp/send", true],
    ["/**/send", "/auth/otp/sent", false],
    ["**", "/anything/at/all", true],
    ["**", "", true],
    ["/a/**/b/**/c", "/a/x/b/c", true],
    ["/a/**/b/**/c", "/a/x/c/b", false]
  ])("%s on %s", (pattern, path, fits) => {
    expect(PathPattern.make(pattern)(path)).toBe(fits)
  })

  it("take time that grows with the path", () => {
    const path = `/${"a/".repeat(2000)}`
    expect(PathPattern.make("/**/a/**/a/**/a/**/b")(path)).toBe(false)
  })
})

describe("rules for faults", () => {
  it.effect("choose by method, path, project and level", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator.Emulator
      yield* add({ method: ["patch", "POST"], path: "/users/me", status: 503 })
      yield* add({ path: "/health", status: 504 })
      yield* add({ path: "/api/v1/users", level: "server", status: 500 })
      yield* add({ path: "/projects/*", projectId: internal.projectId, status: 502 })
      const answers = yield* Effect.all({
        "another method": call("GET", "/users/me"),
        "a method": call("PATCH", "/users/me", { body: {} }),
        "a path": raw("GET", "/health"),
        "a level": call("GET", "/users", { level: "server" }),
        "a level under its other header": call("GET", "/users", { level: "server", brand: "hexclave" }),
        "another level": call("GET", "/users", admin),
        "another project": call("GET", "/projects/current"),
        "a project": call("GET", "/projects/current", { project: internal })
      })
      expect(Record.map(answers, ({ status }) => status)).toStrictEqual({
        "another method": 400,
        "a method": 503,
        "a path": 504,
        "a level": 500,
        "a level under its other header": 500,
        "another level": 200,
        "another project": 200,
        "a project": 502
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["the nth request", { nth: 2 }, [200, 503, 200, 200, 200]],
    ["each nth request", { every: 2 }, [200, 503, 200, 503, 200]],
    ["the first requests", { first: 2 }, [503, 503, 200, 200, 200]]
  ] as const)("choose $0 of those that match", ([_, rule, expected]) =>
    Effect.gen(function* () {
      yield* add({ path: "/projects/current", ...rule, status: 503 })
      expect(yield* statuses(5)).toStrictEqual(expected)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("get an id that no other rule has", () =>
    Effect.gen(function* () {
      yield* add({ id: "fault-2", path: "/a", status: 503 })
      expect((yield* add({ path: "/b", status: 503 })).id).toBe("fault-3")
      expect((yield* add({ path: "/c", status: 503 })).id).toBe("fault-4")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("count the requests that match and those that they hit", () =>
    Effect.gen(function* () {
      const { faults } = yield* Emulator.Emulator
      yield* add({ id: "every", path: "/projects/current", every: 2, status: 503 })
      yield* statuses(5)
      expect(yield* faults.list).toMatchObject([{ id: "every", matched: 5, hits: 2 }])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are removed once", () =>
    Effect.gen(function* () {
      const { faults } = yield* Emulator.Emulator
      yield* add({ id: "every", path: "/projects/current", every: 2, status: 503 })
      expect([yield* faults.remove("every"), yield* faults.remove("every")]).toStrictEqual([true, false])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("choose by probability, with the same result in every run", () =>
    Effect.gen(function* () {
      const { faults } = yield* Emulator.Emulator
      const run = (seed?: string) =>
        Effect.gen(function* () {
          yield* add({ id: "dice", path: "/projects/current", probability: 0.5, status: 503, randomSeed: seed })
          return (yield* Effect.ensuring(statuses(64), faults.clear)).map((status) => status === 503)
        })
      const first = yield* run()
      expect(first.filter(Boolean).length).toBeGreaterThan(16)
      expect(first.filter(Boolean).length).toBeLessThan(48)
      expect(yield* run()).toStrictEqual(first)
      expect(yield* run("another")).not.toStrictEqual(first)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("hold for a window of the emulator's clock", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator.Emulator
      yield* add({ path: "**", after: "1 minute", for: "5 minutes", fault: "offline" })
      expect(yield* statuses(1)).toStrictEqual([200])
      yield* clock.advance("1 minute")
      expect((yield* rejection("GET", "/api/v1/projects/current")).cause.code).toBe("ECONNREFUSED")
      expect((yield* rejection("GET", "/health")).cause.code).toBe("ECONNREFUSED")
      yield* TestClock.adjust("5 minutes")
      expect(yield* statuses(1)).toStrictEqual([200])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("delay by the emulator's clock, all that hit together", () =>
    Effect.gen(function* () {
      yield* add({ latency: "2 seconds" })
      yield* add({ latency: 500, jitter: "1 second" })
      const slow = yield* Effect.forkChild(call("GET", "/projects/current"), { startImmediately: true })
      yield* TestClock.adjust("2500 millis")
      expect(slow.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 second")
      expect((yield* Fiber.join(slow)).status).toBe(200)
      const other = yield* Effect.forkChild(call("GET", "/projects/current"), { startImmediately: true })
      yield* (yield* Emulator.Emulator).clock.advance("1 hour")
      expect((yield* Fiber.join(other)).status).toBe(200)
      expect((yield* journal).map(({ faults }) => faults)).toStrictEqual([
        ["fault-1", "fault-2"],
        ["fault-1", "fault-2"]
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("do not affect preflights, and let pages see the fault", () =>
    Effect.gen(function* () {
      yield* add({ status: 503, retryAfter: 7 })
      expect((yield* raw("OPTIONS", "/api/v1/users/me")).status).toBe(200)
      const { headers, status, text } = yield* call("GET", "/users/me")
      expect(status).toBe(503)
      expect(text).toBe("Status 503, of the rule for faults fault-1.")
      expect(headers.get("retry-after")).toBe("7")
      expect(headers.get("access-control-allow-origin")).toBe("*")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("answer known errors as the service does", () =>
    Effect.gen(function* () {
      yield* add({ path: "/users/me", error: "TEAM_NOT_FOUND", details: { team_id: "t" } })
      const plain = yield* call("GET", "/users/me")
      expect({ status: plain.status, knownError: plain.knownError, details: plain.body.details }).toStrictEqual({
        status: 404,
        knownError: "TEAM_NOT_FOUND",
        details: { team_id: "t" }
      })
      expect(plain.headers.get("x-hexclave-known-error")).toBe("TEAM_NOT_FOUND")
      const hidden = yield* call("GET", "/users/me", { headers: { "x-stack-override-error-status": "true" } })
      expect({ status: hidden.status, actualStatus: hidden.headers.get("x-stack-actual-status") }).toStrictEqual({
        status: 200,
        actualStatus: "404"
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("break connections before or after the request is carried out, as the journal records", () =>
    Effect.gen(function* () {
      const { faults } = yield* Emulator.Emulator
      const account = { email: "ann@example.org", password }
      const body = JSON.stringify(account)
      const { project, mailbox } = yield* Emulator.Emulator
      const headers = {
        "content-type": "application/json",
        "x-stack-access-type": "client",
        "x-stack-project-id": project?.projectId ?? "",
        "x-stack-publishable-client-key": project?.publishableClientKey ?? ""
      }
      const path = "/api/v1/auth/password/sign-up"
      yield* add({ id: "before", fault: "reset" })
      const { cause, name } = yield* rejection("POST", path, { body, headers })
      expect({ name, code: cause.code, syscall: cause.syscall }).toStrictEqual({
        name: "TypeError",
        code: "ECONNRESET",
        syscall: "read"
      })
      expect(yield* mailbox.list()).toStrictEqual([])
      yield* faults.clear
      yield* add({ id: "after", fault: "reset", carriedOut: true })
      expect((yield* rejection("POST", path, { body, headers })).cause.code).toBe("ECONNRESET")
      expect(yield* journal).toMatchObject([
        { faults: ["before"], status: 0, accessType: "client", projectId: project?.projectId },
        { faults: ["after"], status: 200 }
      ])
      yield* faults.clear
      expect((yield* call("POST", "/auth/password/sign-up", { body: account })).knownError).toBe(
        "USER_EMAIL_ALREADY_EXISTS"
      )
    }).pipe(Effect.provide(layer()))
  )

  it.effect("also replace the answer to a wrong method", () =>
    Effect.gen(function* () {
      expect((yield* call("PUT", "/projects/current")).status).toBe(405)
      yield* add({ status: 503, carriedOut: true })
      expect((yield* call("PUT", "/projects/current")).status).toBe(503)
      expect(yield* journal).toMatchObject([{ status: 405 }, { status: 405, faults: ["fault-1"] }])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("never answer until the caller has gone, or the emulator ends", () =>
    Effect.gen(function* () {
      const controller = new AbortController()
      const kept: Array<Promise<string>> = []
      yield* Effect.gen(function* () {
        yield* add({ fault: "drop" })
        const left = yield* Effect.forkChild(rejection("GET", "/health", { signal: controller.signal }))
        const { baseUrl, fetch } = yield* Emulator.Emulator
        const answer = fetch(new Request(`${baseUrl}/health`)).then(
          () => "answered",
          (error: Error & { cause: { code: string } }) => error.cause.code
        )
        kept.push(answer)
        yield* Effect.yieldNow
        controller.abort(new Error("enough"))
        expect((yield* Fiber.join(left)).cause).toStrictEqual(new Error("enough"))
      }).pipe(Effect.provide(layer()))
      expect(yield* Effect.promise(() => Promise.all(kept))).toStrictEqual(["ECONNRESET"])
    })
  )

  it.effect("do not block reading or replacing the state", () =>
    Effect.gen(function* () {
      const { faults, restore, snapshot } = yield* Emulator.Emulator
      yield* faults.add({ fault: "drop" })
      const dropped = yield* Effect.forkChild(rejection("GET", "/health"), { startImmediately: true })
      yield* restore(yield* snapshot)
      yield* faults.clear
      expect(yield* statuses(1)).toStrictEqual([200])
      yield* Fiber.interrupt(dropped)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("cut, spoil and slow down bodies", () =>
    Effect.gen(function* () {
      const { faults } = yield* Emulator.Emulator
      const whole = (yield* call("GET", "/projects/current")).text
      yield* add({ fault: "truncate" })
      expect((yield* rejection("GET", "/api/v1/projects/current")).cause.code).toBe("ECONNRESET")
      yield* faults.clear
      yield* add({ fault: "malformed" })
      const spoilt = yield* call("GET", "/projects/current")
      expect({ status: spoilt.status, body: spoilt.body }).toStrictEqual({ status: 200, body: undefined })
      expect(spoilt.headers.get("content-length")).toBe(String(Buffer.byteLength(spoilt.text)))
      yield* faults.clear
      yield* add({ bytesPerSecond: 10 })
      const slow = yield* Effect.forkChild(call("GET", "/projects/current"), { startImmediately: true })
      const seconds = Math.floor(whole.length / 10)
      for (let passed = 0; passed < seconds; passed++) yield* TestClock.adjust("1 second")
      expect(slow.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 second")
      yield* TestClock.adjust("1 second")
      expect((yield* Fiber.join(slow)).text).toBe(whole)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("end slow and stalled bodies when the caller leaves, the state is replaced or the emulator ends", () =>
    Effect.gen(function* () {
      const ends: Array<Promise<string>> = []
      const read = Effect.fnUntraced(function* (init?: RequestInit) {
        const { baseUrl, handle } = yield* Emulator.Emulator
        const response = yield* handle(new Request(`${baseUrl}/health`, init))
        const end = response.text().then(
          () => "whole",
          (error: BrokenConnection) => error.kind
        )
        ends.push(end)
      })
      yield* Effect.gen(function* () {
        const { restore, snapshot } = yield* Emulator.Emulator
        const leaving = new AbortController()
        yield* add({ fault: "stall", first: 1 })
        yield* read({ signal: leaving.signal })
        yield* add({ bytesPerSecond: 1 })
        yield* read({ signal: leaving.signal })
        leaving.abort()
        yield* read()
        yield* restore(yield* snapshot)
        yield* read()
      }).pipe(Effect.provide(layer()))
      const kinds = ["abandoned", "abandoned", "reset", "reset"]
      expect(yield* Effect.promise(() => Promise.all(ends))).toStrictEqual(kinds)
    })
  )

  it.effect("exist as long as their layer", () =>
    Effect.gen(function* () {
      const during = statuses(1).pipe(
        Effect.provide(Emulator.layerFaults({ status: 503 }, { latency: 1, path: "/none" }))
      )
      expect(yield* during).toStrictEqual([503])
      expect(yield* statuses(1)).toStrictEqual([200])
      const error = yield* Effect.flip(Effect.provide(statuses(1), Emulator.layerFaults({ status: 503 }, {})))
      expect(error._tag).toBe("FaultRuleError")
      expect(yield* statuses(1)).toStrictEqual([200])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("come with the options, where a bad one fails the start", () =>
    Effect.gen(function* () {
      expect(yield* Effect.provide(statuses(1), layer({ faults: [{ status: 503 }] }))).toStrictEqual([503])
      const error = yield* Effect.flip(Effect.provide(statuses(1), layer({ faults: [{}] })))
      expect(error).toMatchObject({ _tag: "FaultRuleError", message: expect.stringContaining("Nothing would happen") })
      const handler = Emulator.toFetchHandler({ faults: [{}] })
      yield* Effect.promise(() => expect(handler.emulator).rejects.toMatchObject({ _tag: "FaultRuleError" }))
      yield* Effect.promise(() => handler.dispose())
    })
  )

  it.effect("are in a snapshot, with their counts and random state", () =>
    Effect.gen(function* () {
      const { faults, fork, reset, restore, snapshot } = yield* Emulator.Emulator
      yield* faults.add({ id: "second", path: "/projects/current", status: 503, nth: 2 })
      yield* faults.add({ id: "chance", path: "/health", status: 502, probability: 0.5, latency: 0 })
      const drawn = (count: number) => statuses(count, "/health")
      yield* drawn(5)
      expect(yield* statuses(1)).toStrictEqual([200])
      const before = yield* snapshot
      const [then, next] = [yield* faults.list, yield* drawn(20)]
      expect(yield* statuses(2)).toStrictEqual([503, 200])

      yield* restore(before)
      expect(yield* faults.list).toStrictEqual(then)
      expect(yield* drawn(20)).toStrictEqual(next)
      expect(yield* statuses(2)).toStrictEqual([503, 200])

      yield* restore(JSON.parse(JSON.stringify(before)))
      const copy = yield* fork
      expect((yield* copy.faults.list).map(({ id, matched }) => [id, matched])).toStrictEqual([
        ["second", 1],
        ["chance", 5]
      ])
      yield* copy.faults.clear
      expect(yield* statuses(1)).toStrictEqual([503])

      yield* reset
      expect(yield* faults.list).toStrictEqual([])
      expect((yield* faults.add({ status: 503 })).id).toBe("fault-1")
    }).pipe(Effect.scoped, Effect.provide(layer()))
  )

  it.effect("exist again after a reset, with bytes and times, if they are of the options", () =>
    Effect.gen(function* () {
      const { faults, reset } = yield* Emulator.Emulator
      const before = yield* faults.list
      yield* statuses(1)
      yield* faults.clear
      yield* reset
      expect(yield* faults.list).toMatchObject(before.map(({ addedAt, id }) => ({ addedAt, id, matched: 0 })))
      const { baseUrl, fetch } = yield* Emulator.Emulator
      // Not bytes(), which the Response lacks that Hono's server for Node puts in the place of Node's.
      const read = async () =>
        new Uint8Array(await (await fetch(new Request(`${baseUrl}/api/v1/projects/current`))).arrayBuffer())
      expect(yield* Effect.promise(read)).toStrictEqual(Uint8Array.of(0, 255))
    }).pipe(
      Effect.provide(
        layer({ faults: [{ path: "/projects/current", status: 503, body: Uint8Array.of(0, 255), for: "1 day" }] })
      )
    )
  )

  it.effect("delay no request into another state", () =>
    Effect.gen(function* () {
      const { faults, journal, reset } = yield* Emulator.Emulator
      yield* faults.add({ path: "/projects/current", latency: "1 minute" })
      const waiting = yield* Effect.forkChild(rejection("GET", "/api/v1/projects/current"), { startImmediately: true })
      yield* reset
      expect((yield* Fiber.join(waiting)).cause.code).toBe("ECONNRESET")
      yield* TestClock.adjust("2 minutes")
      expect(
        (yield* journal.entries).filter(({ path }) => path.endsWith("/current") && path.includes("projects"))
      ).toHaveLength(0)
    }).pipe(Effect.provide(layer()))
  )

  const bad: ReadonlyArray<readonly [rule: unknown, hint: string]> = [
    [{}, "Nothing would happen: give it fault, status"],
    [{ status: 99 }, "status: Write a status, 200 to 599."],
    [{ status: 503, error: "TEAM_NOT_FOUND" }, "It has status and error"],
    [{ status: 503, nth: 1, first: 2 }, "It has nth and first"],
    [{ status: 503, nth: 0 }, "nth: Write a whole number from 1."],
    [{ status: 503, probability: 2 }, "probability: Write 0 to 1."],
    [{ status: 503, path: "users/me" }, 'path: Write a path without a query, such as "/users/*".'],
    [{ status: 503, path: "/users?x=1" }, "path: Write a path without a query"],
    [{ status: 503, method: "GE T" }, "Write a method, such as GET."],
    [{ status: 503, level: "root" }, 'level: Expected "client" | "server" | "admin"'],
    [{ latency: "soon" }, 'latency: Write a time such as "2 seconds", or milliseconds.'],
    [{ latency: -1 }, "latency: Write a time"],
    [{ latency: Infinity }, "latency: Write a time"],
    [{ bytesPerSecond: 0 }, "bytesPerSecond: Write a number above 0."],
    [{ fault: "explode" }, 'fault: Expected "offline" | "reset" | "drop"'],
    [{ fault: "reset", body: "x" }, "A body needs a status."],
    [{ fault: "reset", retryAfter: 3 }, "Headers and retryAfter need a status or an error."],
    [{ fault: "truncate", carriedOut: true }, "carriedOut goes with"],
    [{ status: 503, headers: { "a b": "c" } }, "headers: These cannot be sent."],
    [{ error: "NO_SUCH_CODE" }, 'There is no known error "NO_SUCH_CODE"'],
    [{ error: "TEAM_NOT_FOUND" }, "The details of TEAM_NOT_FOUND do not fit"],
    [{ error: "TEAM_NOT_FOUND", details: { team: "t" } }, 'at ["details"]["team_id"]'],
    [{ status: 503, statsu: 3 }, "statsu: There is no such field."],
    ["reset", "Expected object"],
    [null, "Expected object"]
  ]
  it.effect.each(bad)("%j is refused with what to do", ([rule, hint]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(add(rule as Emulator.FaultRule))
      expect(error).toBeInstanceOf(Emulator.FaultRuleError)
      expect(error.message).toContain(hint)
      expect(yield* (yield* Emulator.Emulator).faults.list).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("have ids of their own", () =>
    Effect.gen(function* () {
      yield* add({ id: "mine", status: 503 })
      expect((yield* Effect.flip(add({ id: "mine", status: 500 }))).message).toContain("the id mine already")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are set over HTTP by those with the token of this start, whatever they do to other requests", () =>
    Effect.gen(function* () {
      const added = yield* control("POST", "faults", { path: "**", fault: "reset", latency: "1 milli" })
      expect({ status: added.status, id: added.body.id, hits: added.body.hits }).toStrictEqual({
        status: 201,
        id: "fault-1",
        hits: 0
      })
      yield* add({ id: "a.b", status: 503 })
      expect((yield* control("GET", "faults")).body).toMatchObject([
        { id: "fault-1", rule: { path: "**", fault: "reset" } },
        { id: "a.b", rule: { status: 503 } }
      ])
      expect((yield* control("DELETE", "faults/a.b")).status).toBe(200)
      expect((yield* control("DELETE", "faults/a.b")).status).toBe(404)
      expect((yield* raw("POST", "/__emulator/faults", { body: "{}" })).status).toBe(401)
      expect((yield* control("DELETE", "faults")).body).toStrictEqual([])
      expect(yield* statuses(1)).toStrictEqual([200])
      yield* signUp("bob@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each(["", "{", "[]", '{"status":1}'])("are not set over HTTP from $0", (body) =>
    Effect.gen(function* () {
      const refused = yield* control("POST", "faults", body)
      expect({ status: refused.status, error: refused.body.error }).toStrictEqual({
        status: 400,
        error: expect.stringContaining("cannot be used")
      })
    }).pipe(Effect.provide(layer()))
  )
})
