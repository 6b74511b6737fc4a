/** How often, and when, an import tries to import one user. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as AllUsers from "../../../src/cli/bulk/AllUsers.ts"
import * as Columns from "../../../src/cli/bulk/Columns.ts"
import { importRow } from "../../../src/cli/bulk/ImportRow.ts"
import type { FaultRule } from "../../../src/emulator/index.ts"
import { Emulator } from "../../../src/emulator/node.ts"
import * as RetryPolicy from "../../../src/http/RetryPolicy.ts"
import * as ContactChannels from "../../../src/server/ContactChannels.ts"
import * as Users from "../../../src/server/Users.ts"
import { emulated } from "../../support/serverApps.ts"

const makeOptions = (existing: "fail" | "update") => ({
  existing,
  lastSignUpBefore: null,
  directory: AllUsers.makeDirectory(),
  notCreated: () => Effect.void
})

/** Imports a user, and answers with the requests that the import sends, without the client's own retries. */
const sentFor = Effect.fnUntraced(function* (values: Columns.RowValues, rule: FaultRule, existing: "fail" | "update") {
  const { faults, journal } = yield* Emulator
  const row = Columns.read(1, 2, values)
  if (!Columns.isRow(row)) return yield* Effect.die(row.problems)
  yield* faults.add(rule)
  yield* journal.clear
  const importing = yield* importRow(row, makeOptions(existing), false).pipe(
    Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none),
    Effect.exit,
    Effect.forkChild
  )
  // 500 ms, and twice as long each time.
  yield* TestClock.adjust("15499 millis")
  const before = importing.pollUnsafe()
  yield* TestClock.adjust("1 millis")
  const exit = yield* Fiber.join(importing)
  const methods = (yield* journal.entries).map(({ method }) => method)
  return { before, exit, methods }
})

const email = "ann@example.org"

describe("the import of one user", () => {
  it.effect("tries six times in all while the service is down, and creates nobody without a look-up", () =>
    Effect.gen(function* () {
      const { before, exit, methods } = yield* sentFor({ email }, { path: "/users", status: 503 }, "fail")
      expect(before).toBeUndefined()
      expect(exit).toMatchObject({ _tag: "Failure" })
      expect(methods).toStrictEqual(["POST", "GET", "GET", "GET", "GET", "GET"])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("creates a user once, however often the second factor fails", () =>
    Effect.gen(function* () {
      const values = { totp_secret: "JBSW Y3DP EHPK 3PXP" }
      const { exit, methods } = yield* sentFor(values, { path: "/users/*", method: "PATCH", status: 503 }, "fail")
      expect(exit).toMatchObject({ _tag: "Failure" })
      expect(methods).toStrictEqual(["POST", ...Array.from({ length: 6 }, () => "PATCH")])
    }).pipe(Effect.provide(emulated({ project: { config: { credentialEnabled: true } } })))
  )

  it.effect("never takes another's user for its own after a failed update", () =>
    Effect.gen(function* () {
      const { id } = yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true })
      const rule = { path: "/users/*", method: "PATCH", nth: 1, status: 503 }
      const { exit } = yield* sentFor({ email, display_name: "Ann" }, rule, "update")
      expect(exit).toMatchObject({ _tag: "Success", value: { outcome: "updated", userId: id } })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("searches no address after it has read all pages of users", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator
      // Two pages.
      for (let at = 0; at < 101; at++) yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: false })
      yield* journal.clear
      const options = makeOptions("fail")
      for (let at = 0; at < 10; at++) {
        const row = Columns.read(at, at, { email: `user${at}@example.org`, email_sign_in: "no" })
        if (Columns.isRow(row)) yield* importRow(row, options, false)
      }
      const methods = (yield* journal.entries).map(({ method }) => method)
      // The first row reads a page and searches, the second one reads the last page.
      expect(methods).toStrictEqual(["GET", "GET", "POST", "GET", ...Array.from({ length: 9 }, () => "POST")])
    }).pipe(Effect.provide(emulated()))
  )

  describe("a row with the address of another user", () => {
    const importing = (values: Columns.RowValues) => {
      const row = Columns.read(1, 2, { display_name: "Changed", ...values })
      return Columns.isRow(row) ? importRow(row, makeOptions("update"), false) : Effect.die(row.problems)
    }
    const withoutSignIn = { primaryEmail: email, primaryEmailAuthEnabled: false, displayName: "Before" }
    const names = Effect.map(Users.list(), (users) => users.map(({ displayName }) => displayName).toSorted())

    it.effect("does not change them if one user signs in with it as a second address", () =>
      Effect.gen(function* () {
        const { id: userId } = yield* Users.create({ displayName: "Before" })
        yield* ContactChannels.create({ userId, value: email, usedForAuth: true, isVerified: true })
        yield* Users.create(withoutSignIn)
        expect(yield* Effect.flip(importing({ email }))).toMatchObject({
          message: expect.stringContaining("the address belongs to another user already")
        })
        expect(yield* names).toStrictEqual(["Before", "Before"])
      }).pipe(Effect.provide(emulated()))
    )

    it.effect("does not change them if several have it, and none signs in with it", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* Users.create(withoutSignIn), yield* Users.create(withoutSignIn)]
        const { message } = yield* Effect.flip(importing({ email, email_sign_in: "no" }))
        const parts = [`Several users have the email ${email}`, one.id, other.id]
        expect(parts.filter((part) => !message.includes(part))).toStrictEqual([])
        expect(yield* names).toStrictEqual(["Before", "Before"])
      }).pipe(Effect.provide(emulated()))
    )

    it.effect("does not change them if another signs in with it", () =>
      Effect.gen(function* () {
        yield* Users.create(withoutSignIn)
        const { id: userId } = yield* Users.create({ ...withoutSignIn, primaryEmailAuthEnabled: true })
        expect(yield* importing({ email, email_sign_in: "no" })).toStrictEqual({ outcome: "updated", userId })
        expect(yield* names).toStrictEqual(["Before", "Changed"])
      }).pipe(Effect.provide(emulated()))
    )
  })
})
