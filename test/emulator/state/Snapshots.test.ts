/** Snapshots hold the whole state: what is put back is there, and nothing else is. */
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as EmulatorModule from "../../../src/emulator/index.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import {
  type Answer,
  call,
  callbackUrl,
  interleaved,
  layer,
  password,
  refresh,
  server,
  signUp
} from "../../support/emulatorCalls.ts"
import { countSeeds } from "../../support/seeds.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { turns } from "../../support/turns.ts"
import { webhookReceiver } from "../../support/webhookReceiver.ts"

const listEmails = Effect.map(call("GET", "/users", server), ({ body }) =>
  body.items.map((user: { readonly primary_email: string }) => user.primary_email).toSorted()
)

describe("what a snapshot holds", () => {
  it.effect("users, sessions and tokens", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator
      const ann = yield* signUp("ann@example.org")
      const before = yield* emulator.snapshot
      const bob = yield* signUp("bob@example.org")
      yield* call("DELETE", "/users/me", { token: ann.access_token })
      yield* emulator.restore(before)
      expect(yield* listEmails).toStrictEqual(["ann@example.org"])
      expect((yield* refresh(ann.refresh_token)).status).toBe(200)
      expect((yield* refresh(bob.refresh_token)).status).toBe(401)
      expect((yield* call("GET", "/users/me", { token: ann.access_token })).body.primary_email).toBe("ann@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("mails, taken or not, that a caller may be waiting for", () =>
    Effect.gen(function* () {
      const { mailbox, restore, snapshot } = yield* Emulator
      yield* signUp("ann@example.org")
      const unread = yield* snapshot
      yield* mailbox.take({ to: "ann@example.org" })
      const read = yield* snapshot
      yield* signUp("bob@example.org")
      yield* restore(read)
      expect((yield* mailbox.list()).map(({ to }) => to)).toStrictEqual(["ann@example.org"])
      const waiting = yield* Effect.forkChild(mailbox.take({ to: "ann@example.org" }), { startImmediately: true })
      yield* restore(unread)
      expect((yield* Fiber.join(waiting)).to).toBe("ann@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("includes the journal, and the offset of the clock", () =>
    Effect.gen(function* () {
      const { clock, journal, restore, snapshot } = yield* Emulator
      yield* listEmails
      const early = yield* snapshot
      yield* clock.advance("2 days")
      yield* listEmails
      const late = yield* snapshot
      yield* restore(early)
      expect((yield* journal.entries).length).toBe(1)
      expect(Duration.toMillis(yield* clock.offset)).toBe(0)
      yield* restore(late)
      expect((yield* journal.entries).length).toBe(2)
      expect(Duration.toDays(yield* clock.offset)).toBe(2)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("ids that a seed determines come again", () =>
    Effect.gen(function* () {
      const { reset } = yield* Emulator
      const first = yield* signUp("ann@example.org")
      yield* reset
      expect(yield* listEmails).toStrictEqual([])
      // That request had an id, too.
      yield* reset
      const second = yield* signUp("ann@example.org")
      expect({ user_id: second.user_id, refresh_token: second.refresh_token }).toStrictEqual({
        user_id: first.user_id,
        refresh_token: first.refresh_token
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("rate limits", () =>
    Effect.gen(function* () {
      const { restore, snapshot } = yield* Emulator
      yield* signUp("ann@example.org")
      const fresh = yield* snapshot
      const wrong = call("POST", "/auth/password/sign-in", {
        body: { email: "ann@example.org", password: "wrong one" }
      })
      const statuses = () => Effect.map(Effect.all([wrong, wrong]), (answers) => answers.map(({ status }) => status))
      expect(yield* statuses()).toStrictEqual([400, 429])
      const spent = yield* snapshot
      yield* restore(fresh)
      expect(yield* statuses()).toStrictEqual([400, 429])
      yield* restore(fresh)
      yield* restore(spent)
      expect(yield* statuses()).toStrictEqual([429, 429])
    }).pipe(Effect.provide(layer({ rateLimits: { wrongPasswordsPerAddress: { count: 1, per: "1 hour" } } })))
  )

  it.effect("includes what the identity provider was told", () =>
    Effect.gen(function* () {
      const { identityProvider, restore, snapshot } = yield* Emulator
      const empty = yield* snapshot
      yield* identityProvider.script({ provider: "github", outcome: "deny" })
      const told = yield* snapshot
      yield* restore(empty)
      expect((yield* snapshot).memory).toStrictEqual(empty.memory)
      yield* restore(told)
      expect((yield* snapshot).memory).toStrictEqual(told.memory)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("includes a page of users after the user that it begins with is gone", () =>
    Effect.gen(function* () {
      const { restore, snapshot } = yield* Emulator
      for (const name of ["ann", "bob", "eve"]) yield* signUp(`${name}@example.org`)
      const { body } = yield* call("GET", "/users?limit=1", server)
      const next = body.pagination.next_cursor
      yield* call("DELETE", `/users/${next}`, server)
      const later = yield* snapshot
      yield* (yield* Emulator).reset
      yield* restore(later)
      expect((yield* call("GET", `/users?limit=1&cursor=${next}`, server)).body.items.length).toBe(1)
    }).pipe(Effect.provide(layer()))
  )
})

describe("what waits for a time", () => {
  it.live("is tried again for webhooks by a snapshot that is put back, and not by a reset", () =>
    Effect.gen(function* () {
      const { received, url } = yield* webhookReceiver(500, 500, 500)
      const listAttempts = Effect.gen(function* () {
        return (yield* (yield* Emulator).webhooks.attempts).map(({ attempt }) => attempt)
      })
      yield* Effect.gen(function* () {
        const { clock, reset, restore, snapshot, webhooks } = yield* Emulator
        const until = (count: number) =>
          Effect.repeat(Effect.andThen(Effect.yieldNow, webhooks.attempts), { until: (all) => all.length >= count })
        yield* call("POST", "/users", { ...server, body: {} })
        yield* received(1)
        yield* until(1)
        const waiting = yield* snapshot
        yield* reset
        expect(yield* listAttempts).toStrictEqual([])
        yield* restore(waiting)
        yield* clock.advance("10 seconds")
        yield* received(2)
        yield* until(2)
        expect(yield* listAttempts).toStrictEqual([1, 2])
        // A fork knows of the attempts, and leaves the next one to the emulator that it comes from.
        const fork = yield* (yield* Emulator).fork
        yield* fork.clock.advance("10 minutes")
        yield* clock.advance("10 minutes")
        yield* received(3)
        yield* until(3)
        expect(yield* listAttempts).toStrictEqual([1, 2, 3])
        expect((yield* fork.webhooks.attempts).map(({ attempt }) => attempt)).toStrictEqual([1, 2])
      }).pipe(Effect.provide(layer({ webhooks: [{ url, events: ["user.created"] }] })))
    })
  )

  it.effect("includes mails of servers", () =>
    Effect.gen(function* () {
      const { mailbox, reset, restore, snapshot } = yield* Emulator
      const { user_id: userId } = yield* signUp("ann@example.org")
      yield* mailbox.take({ to: "ann@example.org" })
      const sent = yield* call("POST", "/emails/send-email", {
        ...server,
        body: {
          user_ids: [userId],
          subject: "Later",
          html: "<p>Later</p>",
          scheduled_at_millis: 3_600_000
        }
      })
      expect(sent.status).toBe(200)
      const waiting = yield* snapshot
      yield* reset
      yield* TestClock.adjust("2 hours")
      expect(yield* mailbox.list()).toStrictEqual([])
      yield* restore(waiting)
      yield* TestClock.adjust("2 hours")
      expect((yield* mailbox.take({ to: "ann@example.org" })).subject).toBe("Later")
    }).pipe(
      Effect.provide(
        layer({ project: { config: { emailConfig: { type: "standard", ...EmulatorModule.mailServer } } } })
      )
    )
  )
})

const Command = Schema.Literals([
  "sign-up",
  "sign-in",
  "reset-code",
  "team",
  "rename",
  "delete",
  "advance",
  "take",
  "key"
])

/** Whatever happens between, a snapshot that is put back is the state again, also through JSON. */
describe("any state", () => {
  const commands = Schema.Array(Command).check(Schema.isMaxLength(12))

  const carryOut = Effect.fnUntraced(function* (command: typeof Command.Type, at: number) {
    const { clock, mailbox } = yield* Emulator
    const { body } = yield* call("GET", "/users", server)
    const user = body.items[at % Math.max(1, body.items.length)]
    if (command === "sign-up") return yield* signUp(`user${at}@example.org`)
    if (command === "advance") return yield* clock.advance("1 minute")
    if (user === undefined) return
    if (command === "sign-in") {
      return yield* call("POST", "/auth/password/sign-in", { body: { email: user.primary_email, password } })
    }
    if (command === "reset-code") {
      const body = { email: user.primary_email, callback_url: "http://localhost:3000/reset" }
      return yield* call("POST", "/auth/password/send-reset-code", { body })
    }
    if (command === "team") {
      return yield* call("POST", "/teams", { ...server, body: { display_name: "Team", creator_user_id: user.id } })
    }
    if (command === "rename") {
      return yield* call("PATCH", `/users/${user.id}`, { ...server, body: { display_name: `User ${at}` } })
    }
    if (command === "delete") return yield* call("DELETE", `/users/${user.id}`, server)
    if (command === "take" && (yield* mailbox.latest({ to: user.primary_email })) !== undefined) {
      return yield* Effect.raceFirst(mailbox.take({ to: user.primary_email }), Effect.yieldNow)
    }
    return yield* call("POST", "/user-api-keys", { ...server, body: { user_id: user.id, description: "Key" } })
  })

  it.effect.prop(
    "comes back",
    [commands, commands],
    ([before, between]) =>
      Effect.gen(function* () {
        const { restore, snapshot } = yield* Emulator
        for (const [at, command] of before.entries()) yield* carryOut(command, at)
        const state = yield* snapshot
        const text = JSON.stringify(state)
        for (const [at, command] of between.entries()) yield* carryOut(command, before.length + at)
        expect(JSON.stringify(state)).toBe(text)
        yield* restore(JSON.parse(text))
        expect(JSON.stringify(yield* snapshot)).toBe(text)
      }).pipe(Effect.provide(layer({ project: { config: { allowUserApiKeys: true } } }))),
    { arbitrary: { runs: 10 } }
  )
})

describe("what is no snapshot", () => {
  it.effect("is refused with the place of the error, and changes nothing", () =>
    Effect.gen(function* () {
      const { clock, restore, snapshot } = yield* Emulator
      yield* signUp("ann@example.org")
      yield* clock.advance("1 day")
      const whole = yield* snapshot
      const changed = (part: string, value: unknown) => ({ ...whole, memory: { ...whole.memory, [part]: value } })
      const rule = { addedAt: 0, draws: 0, hits: 0, matched: 0, rule: { id: "a", status: 99 } }
      const [user = []] = whole.tables["users"] ?? []
      for (const [path, bad] of [
        ["version", JSON.parse("null")],
        ["version", { ...whole, version: 1 }],
        ["memory", JSON.parse(JSON.stringify({ ...whole, memory: undefined }))],
        ["memory.clock", changed("clock", -1)],
        ["memory.journal", changed("journal", undefined)],
        ["memory.cursors[0][1]", changed("cursors", [["a", "b"]])],
        ["memory.faults.rules[0]", changed("faults", { count: 1, rules: [rule] })],
        ["memory.webhooks.deliveries", changed("webhooks", { endpoints: [], attempts: [] })],
        ["tables", { ...whole, tables: { ...whole.tables, users: [user, user] } }],
        ["tables", { ...whole, tables: { ...whole.tables, users: [[...user, "more"]] } }]
      ] as const) {
        const error = yield* Effect.flip(restore(bad))
        expect(error, path).toMatchObject({ _tag: "SnapshotError", path, problem: expect.stringMatching(/./) })
      }
      const names = Object.keys(whole.memory).filter((name) => whole.memory[name] !== null && name !== "randomness")
      const errors = yield* Effect.forEach(names, (name) => Effect.flip(restore(changed(name, undefined))))
      expect(errors.map(({ path }) => path)).toStrictEqual(names.map((name) => `memory.${name}`))
      expect(yield* snapshot).toStrictEqual(whole)
    }).pipe(Effect.provide(layer()))
  )
})

describe("requests under way", () => {
  /** Numbers that a seed determines. */
  const random = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647)

  const register = (name: string) =>
    Effect.forkChild(
      call("POST", "/auth/password/sign-up", {
        body: { email: `${name}@example.org`, password, verification_callback_url: callbackUrl }
      }),
      { startImmediately: true }
    )

  const joinStatuses = (fibers: ReadonlyArray<Fiber.Fiber<Answer>>) =>
    Effect.map(Effect.forEach(fibers, Fiber.join), (answers) => answers.map(({ status }) => status))

  it.effect("end with a definite answer, and never with a mix of two states", () =>
    Effect.gen(function* () {
      const { reset, restore, snapshot } = yield* Emulator
      yield* signUp("old@example.org")
      const old = yield* snapshot
      const seen = new Set<number>()
      for (let seed = 1; seed <= countSeeds(40, 1 / 4); seed++) {
        const next = random(seed)
        const before = yield* Effect.forEach(["ann", "bob", "eve"], register)
        yield* turns(next() % 160)
        const isReset = next() % 2 === 0
        const replacing = yield* Effect.forkChild(isReset ? reset : restore(old), { startImmediately: true })
        const after = yield* Effect.forEach(["joe", "kim"], register)
        const statuses = yield* joinStatuses(before)
        seen.add(statuses.filter((status) => status === 503).length)
        expect(statuses.filter((status) => status !== 200 && status !== 503)).toStrictEqual([])
        expect(yield* joinStatuses(after)).toStrictEqual([200, 200])
        yield* Fiber.join(replacing)
        expect(yield* listEmails).toStrictEqual(
          ["joe", "kim", ...(isReset ? [] : ["old"])].map((name) => `${name}@example.org`)
        )
        const { tables } = yield* snapshot
        const rows = ["contact_channels", "sessions", "teams", "team_memberships"].map((name) => tables[name]?.length)
        expect(new Set(rows)).toStrictEqual(new Set([tables["users"]?.length]))
      }
      // Otherwise the turns were too many or too few to prove anything.
      expect(seen.size).toBeGreaterThan(1)
    }).pipe(Effect.provide(layer({ project: { config: { createTeamOnSignUp: true } } })), interleaved)
  )

  it.effect("end before a snapshot, with their mails", () =>
    Effect.gen(function* () {
      const { mailbox, reset, restore, snapshot } = yield* Emulator
      for (let steps = 0; steps < 20; steps++) {
        yield* reset
        const fiber = yield* Effect.forkChild(signUp("ann@example.org"), { startImmediately: true })
        for (let i = 0; i < steps; i++) yield* turns()
        const state = yield* snapshot
        yield* Fiber.join(fiber)
        yield* restore(state)
        const users = yield* listEmails
        const mails = yield* mailbox.list()
        expect(
          mails.map(({ to }) => to),
          `after ${steps} steps`
        ).toStrictEqual(users)
      }
    }).pipe(Effect.provide(layer()), interleaved)
  )
})

describe("with a file", () => {
  it.effect("a restored state is in the file", () =>
    Effect.gen(function* () {
      const data = path.join(yield* temporaryFolder, "emulator.db")
      const project = { id: "3b1a5a7e-7b6e-4a6e-8c7e-5d2a4a1f0c11" }
      yield* Effect.gen(function* () {
        const { restore, snapshot } = yield* Emulator
        yield* signUp("ann@example.org")
        const state = yield* snapshot
        yield* signUp("bob@example.org")
        yield* restore(state)
      }).pipe(Effect.provide(layer({ data, project })))
      yield* Effect.gen(function* () {
        const { project: credentials, reset } = yield* Emulator
        expect(yield* listEmails).toStrictEqual(["ann@example.org"])
        yield* reset
        expect(yield* listEmails).toStrictEqual([])
        expect((yield* Emulator).project).toStrictEqual(credentials)
        yield* signUp("eve@example.org")
      }).pipe(Effect.provide(layer({ data, project })))
      yield* Effect.gen(function* () {
        expect(yield* listEmails).toStrictEqual(["eve@example.org"])
      }).pipe(Effect.provide(layer({ data, project })))
    })
  )
})
