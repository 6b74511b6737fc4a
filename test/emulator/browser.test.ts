/** The emulator as browsers have it. That it answers what Node's does is for the conformance suite. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as BrowserEmulator from "../../src/emulator/browser.ts"
import * as Emulator from "../../src/emulator/index.ts"
import { answerWith } from "../../src/emulator/transport/ServiceWorker.ts"
import { call, mailsTo, password, raw } from "../support/emulatorCalls.ts"
import { person, send } from "./mail/serverMails.ts"

const options = { passwordCost: "insecure-fast", project: { id: "11111111-1111-4111-8111-111111111111" } } as const

const users = Effect.map(
  Effect.flatMap(Emulator.WithProject, ({ exportSeed }) => exportSeed),
  ({ projects }) =>
    projects?.find(({ id }) => id === options.project.id)?.users?.map(({ displayName }) => displayName) ?? []
)

const ann: Emulator.Seed = {
  users: [{ displayName: "Ann", email: "ann@example.org", password }]
}

describe("the emulator in a browser", () => {
  it.effect("has seeds, snapshots, forks, faults, a clock and resets", () =>
    Effect.gen(function* () {
      const { clock, faults, fork, reset, restore, seed, snapshot } = yield* Emulator.WithProject
      const empty = yield* snapshot
      yield* seed(ann)
      expect(yield* users).toStrictEqual(["Ann"])
      const full = yield* snapshot
      yield* restore(empty)
      expect(yield* users).toStrictEqual([])
      yield* restore(full)
      const copy = yield* fork
      yield* reset
      expect(yield* users).toStrictEqual([])
      expect(yield* Effect.provideService(users, Emulator.WithProject, copy)).toStrictEqual(["Ann"])
      yield* clock.advance(Duration.hours(1))
      yield* faults.add({ path: "/users/me", status: 503 })
      expect(yield* faults.list).toHaveLength(1)
    }).pipe(Effect.scoped, Effect.provide(BrowserEmulator.layer(options)))
  )

  it.effect("restores snapshots of an emulator on Node, and the other way round", () =>
    Effect.gen(function* () {
      const onNode = Effect.provide(
        Effect.gen(function* () {
          const { seed, snapshot } = yield* Emulator.WithProject
          yield* seed(ann)
          return yield* snapshot
        }),
        Emulator.layer(options)
      )
      const snapshot = yield* onNode
      const again = yield* Effect.gen(function* () {
        const { restore, snapshot: taken } = yield* Emulator.WithProject
        yield* restore(snapshot)
        return yield* taken
      }).pipe(Effect.provide(BrowserEmulator.layer(options)))
      expect(again).toStrictEqual(snapshot)
    })
  )

  it.effect("says where sqlite3.wasm is missing", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Effect.provide(Effect.void, BrowserEmulator.layer({ sqliteUrl: "/nowhere.wasm" }))
      )
      const text = exit._tag === "Failure" ? Cause.pretty(exit.cause) : ""
      expect(text).toContain("Invalid option sqliteUrl: /nowhere.wasm cannot be loaded")
    })
  )
})

/** What a browser keeps, and what is logged. */
const makeStorage = (text?: string) => {
  const kept = { text, writes: 0 }
  const storage: BrowserEmulator.StateStorage = {
    read: () => Promise.resolve(kept.text),
    write: (text) => {
      kept.text = text
      kept.writes++
      return Promise.resolve()
    }
  }
  return { kept, storage }
}

/** The lifetime of a worker: an emulator with this storage, its log, and what is done with it. */
const life = <A, E>(
  storage: BrowserEmulator.StateStorage,
  work: Effect.Effect<A, E, Emulator.Emulator | BrowserEmulator.WithProject>,
  changes: Partial<BrowserEmulator.WithProjectOptions> = {}
) =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    const answer = yield* work.pipe(
      Effect.provide(BrowserEmulator.layer({ ...options, storage, ...changes })),
      Effect.provide(Logger.layer([logger]))
    )
    return { answer, logged }
  })

/** Adds a user over the API, as a page does. */
const addUser = (displayName: string) =>
  Effect.gen(function* () {
    const { baseUrl, fetch, project } = yield* BrowserEmulator.WithProject
    const headers = {
      "content-type": "application/json",
      "x-stack-access-type": "server",
      "x-stack-project-id": project.projectId,
      "x-stack-secret-server-key": project.secretServerKey
    }
    const body = JSON.stringify({ display_name: displayName })
    const response = yield* Effect.promise(() =>
      fetch(new Request(`${baseUrl}/api/v1/users`, { method: "POST", headers, body }))
    )
    return response.status
  })

describe("the state of an emulator in a browser", () => {
  it.effect("outlives the emulator, and follows the options after a reset", () =>
    Effect.gen(function* () {
      const { kept, storage } = makeStorage()
      // The keys of the options are made up at each start, and are good at each.
      expect((yield* life(storage, addUser("Ann"))).answer).toBe(201)
      expect((yield* life(storage, Effect.all([addUser("Bob"), addUser("Eve")]))).answer).toStrictEqual([201, 201])
      const third = yield* life(storage, users)
      expect(third.answer.toSorted()).toStrictEqual(["Ann", "Bob", "Eve"])
      expect(third.logged).toStrictEqual([])
      const rules = Effect.gen(function* () {
        const { faults, reset } = yield* BrowserEmulator.WithProject
        yield* faults.add({ path: "/nowhere", status: 503 })
        yield* addUser("Zoe")
        const before = yield* faults.list
        yield* reset
        return [before.length, (yield* faults.list).length, (yield* users).length]
      })
      expect((yield* life(storage, rules)).answer).toStrictEqual([1, 0, 0])
      expect((yield* life(storage, users)).answer).toStrictEqual([])
      const other = { project: { id: "22222222-2222-4222-8222-222222222222" } }
      expect((yield* life(storage, addUser("Of another project"), other)).answer).toBe(201)
      expect(kept.text).toContain("Of another project")
    })
  )

  it.effect("includes what pages and links change with GET", () =>
    Effect.gen(function* () {
      const { kept, storage } = makeStorage()
      const withMail = {
        service: "current",
        project: { ...options.project, config: { emailConfig: { type: "standard", ...BrowserEmulator.mailServer } } }
      } as const
      const unsubscribe = Effect.gen(function* () {
        const { id, email } = yield* person()
        yield* send({ user_ids: [id], notification_category_name: "Marketing" })
        const [mail] = yield* mailsTo(email)
        const { pathname, search } = new URL(mail?.link ?? "")
        expect((yield* raw("GET", pathname + search)).status).toBe(200)
        return id
      })
      const { answer: id } = yield* life(storage, unsubscribe, withMail)
      const preferences = call("GET", `/emails/notification-preference/${id}`, { level: "server" })
      const marketing = Effect.map(preferences, ({ body }) =>
        body.items.find(
          (item: { readonly notification_category_name: string }) => item.notification_category_name === "Marketing"
        )
      )
      expect((yield* life(storage, marketing, withMail)).answer).toMatchObject({ enabled: false })

      const { writes } = kept
      yield* life(storage, raw("GET", "/__idp/google/authorize"))
      expect(kept.writes).toBe(writes + 1)
      yield* life(storage, call("GET", `/payments/products/user/${id}`, { level: "server" }), withMail)
      expect(kept.writes).toBe(writes + 2)
      yield* life(storage, raw("GET", "/health"))
      expect(kept.writes).toBe(writes + 2)
    })
  )

  it.effect("is stored after a change whose answer a fault has broken", () =>
    Effect.gen(function* () {
      const { storage } = makeStorage()
      const faults = [{ path: "/users", fault: "reset", carriedOut: true }] as const
      const broken = Effect.exit(Effect.catchDefect(addUser("Ann"), () => Effect.void))
      yield* life(storage, broken, { faults })
      expect((yield* life(storage, users)).answer).toStrictEqual(["Ann"])
    })
  )

  it.effect("is kept with a warning if it cannot be used, and the emulator starts empty", () =>
    Effect.gen(function* () {
      const { kept, storage } = makeStorage()
      yield* life(storage, addUser("Ann"))
      const whole = kept.text ?? ""
      const envelope = JSON.parse(whole)
      const { tables, ...rest } = JSON.parse(envelope.snapshot)
      const signed = (snapshot: string) =>
        JSON.stringify({ ...envelope, snapshot, sha256: createHash("sha256").update(snapshot).digest("hex") })
      const bad: Record<string, string> = {
        nothing: "",
        "cut in the middle": whole.slice(0, whole.length / 2),
        "of another version": JSON.stringify({ ...envelope, version: envelope.version + 1 }),
        changed: whole.replace("Ann", "Eve"),
        "of other tables": signed(JSON.stringify({ ...rest, tables: { ...tables, users: [["more"]] } })),
        "without a part": signed(JSON.stringify({ tables, ...rest, memory: {} })),
        "of another program": "{}"
      }
      for (const [name, text] of Object.entries(bad)) {
        kept.text = text
        const { answer, logged } = yield* life(storage, Effect.andThen(addUser("Bob"), users))
        expect(answer, name).toStrictEqual(["Bob"])
        expect(logged, name).toHaveLength(1)
        expect(logged[0], name).toMatch(/^The emulator starts empty, because the state that it kept cannot be used\. ./)
      }
      // The next one has what this one kept.
      expect(yield* life(storage, users)).toStrictEqual({ answer: ["Bob"], logged: [] })
    })
  )

  it.effect("does not stop the emulator if it cannot be read or written", () =>
    Effect.gen(function* () {
      const failed = () => Promise.reject(new Error("The quota has been exceeded."))
      const { answer, logged } = yield* life({ read: failed, write: failed }, Effect.andThen(addUser("Ann"), users))
      expect(answer).toStrictEqual(["Ann"])
      expect(logged).toStrictEqual([
        "The emulator starts empty, because the state that it kept cannot be used. The quota has been exceeded.",
        "The state of the emulator was not kept. The quota has been exceeded."
      ])
    })
  )

  it.effect("is saved before each answer, once for concurrent requests", () =>
    Effect.gen(function* () {
      const { kept, storage } = makeStorage()
      const names = Array.from({ length: 40 }, (_, i) => `User ${i}`)
      const add = (name: string) =>
        Effect.map(addUser(name), () => expect(kept.text, name).toContain(JSON.stringify(name).slice(1, -1)))
      yield* life(storage, Effect.forEach(names, add, { concurrency: "unbounded" }))
      expect(kept.writes).toBeLessThan(names.length)
      expect((yield* life(storage, users)).answer.toSorted()).toStrictEqual(names.toSorted())
    })
  )

  it.effect("is started again for the next request when it could not start", () =>
    Effect.promise(async () => {
      let starts = 0
      const answer = answerWith(() => {
        starts++
        return BrowserEmulator.toFetchHandler(starts === 1 ? { ...options, sqliteUrl: "/nowhere.wasm" } : options)
      })
      const ask = async (path: string) => {
        const response = await answer(new Request(`http://localhost${path}`))
        return { status: response.status, text: await response.text() }
      }
      const first = await ask("/health")
      expect(first.status).toBe(503)
      expect(first.text).toContain("The emulator cannot start: ")
      expect(first.text).toContain("/nowhere.wasm")
      expect((await ask("/health")).status).toBe(200)
      // Pages need no token.
      expect((await ask("/__emulator/clock")).status).toBe(200)
      expect(starts).toBe(2)
    })
  )
})
