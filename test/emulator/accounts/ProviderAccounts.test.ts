/** Accounts of users at providers, beyond what the conformance scenarios say. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ProviderAccounts from "../../../src/emulator/accounts/ProviderAccounts.ts"
import * as Randomness from "../../../src/emulator/crypto/Randomness.ts"
import * as Database from "../../../src/emulator/storage/Database.ts"
import { sql } from "../../../src/emulator/storage/Database.ts"
import * as StateParts from "../../../src/emulator/storage/StateParts.ts"
import { database } from "../../support/database.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { admin, server } from "../../support/emulatorCalls.ts"
import { makeRandom, run } from "../../support/explore/schedule.ts"
import { countSeeds } from "../../support/seeds.ts"
import { unknownId } from "../../support/unknownId.ts"

const layer = (service?: "2025-06" | "current") =>
  emulatorCalls.layer({
    ...(service !== undefined && { service }),
    project: { config: { oauthProviders: [{ id: "github", type: "shared" }] } }
  })

const create = (userId: string, accountId: string, fields: object = {}) =>
  emulatorCalls.call("POST", "/oauth-providers", {
    level: "server",
    body: {
      user_id: userId,
      provider_config_id: "github",
      account_id: accountId,
      allow_sign_in: true,
      allow_connected_accounts: true,
      ...fields
    }
  })

const listAccounts = (query = "") =>
  Effect.map(emulatorCalls.call("GET", `/oauth-providers${query}`, server), ({ body }) => body.items)

const newUser = Effect.map(emulatorCalls.call("POST", "/users", { level: "server", body: {} }), ({ body }) =>
  String(body.id)
)

describe("accounts at providers", () => {
  it.effect("sign in one user only, when several users get the same account at once", () =>
    Effect.gen(function* () {
      const users = yield* Effect.all(Array.from({ length: 5 }, () => newUser))
      const answers = yield* Effect.all(
        users.flatMap((user) => [create(user, "1"), create(user, "2")]),
        { concurrency: "unbounded" }
      )
      const refusals = answers.filter(({ status }) => status !== 201)
      const items = yield* listAccounts()
      expect(items.map((item: { readonly account_id: string }) => item.account_id).toSorted()).toStrictEqual(["1", "2"])
      const reason = /^OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED|^The same provider type with sign-in/
      expect(refusals.map(({ knownError, text }) => knownError ?? text)).toStrictEqual(
        Array(8).fill(expect.stringMatching(reason))
      )
    }).pipe(emulatorCalls.interleaved, Effect.provide(layer()))
  )

  it.effect("need no address, and keep theirs when other fields change", () =>
    Effect.gen(function* () {
      const user = yield* newUser
      const { body } = yield* create(user, "1")
      expect(body).not.toHaveProperty("email")
      const path = `/oauth-providers/${user}/${body.id}`
      const change = (fields: object) => emulatorCalls.call("PATCH", path, { level: "server", body: fields })
      expect((yield* change({ email: "Ann@Example.org" })).body.email).toBe("ann@example.org")
      expect((yield* change({ allow_sign_in: false })).body).toMatchObject({
        email: "ann@example.org",
        account_id: "1",
        allow_sign_in: false,
        allow_connected_accounts: true
      })
    }).pipe(Effect.provide(layer("current")))
  )

  it.effect("have UUIDs as IDs, and are deleted with their user", () =>
    Effect.gen(function* () {
      const user = yield* newUser
      yield* create(user, "1")
      const wrong = yield* emulatorCalls.call("GET", `/oauth-providers/${user}/nope`, server)
      expect(wrong).toMatchObject({ status: 400, knownError: "SCHEMA_ERROR" })
      yield* emulatorCalls.call("DELETE", `/users/${user}`, server)
      expect(yield* listAccounts()).toStrictEqual([])
      const other = yield* newUser
      expect((yield* create(other, "1")).status).toBe(201)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are listed to servers for an existing user, and to clients for themselves only", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* emulatorCalls.signUp("ann@example.org")
      const answers = [
        yield* emulatorCalls.call("GET", "/oauth-providers", { token }),
        yield* emulatorCalls.call("GET", `/oauth-providers?user_id=${unknownId}`, { token }),
        yield* emulatorCalls.call("GET", `/oauth-providers?user_id=${unknownId}`, server),
        yield* emulatorCalls.call("GET", `/connected-accounts/${unknownId}`, server)
      ]
      expect(answers.map(({ knownError, status, text }) => [status, knownError ?? text])).toStrictEqual([
        [403, "Client can only list OAuth providers for their own user."],
        [403, "Client can only list OAuth providers for their own user."],
        [404, "USER_NOT_FOUND"],
        [404, "USER_NOT_FOUND"]
      ])
    }).pipe(Effect.provide(layer("current")))
  )

  it.effect(
    "can be allowed to sign in again if the request names their ID, or if no account of the provider signs in another user",
    () =>
      Effect.gen(function* () {
        const [ann, bob] = [yield* newUser, yield* newUser]
        const { body } = yield* create(ann, "1", { allow_sign_in: false })
        const change = (fields: object) =>
          emulatorCalls.call("PATCH", `/oauth-providers/${ann}/${body.id}`, { level: "server", body: fields })
        expect((yield* change({ allow_sign_in: true })).status).toBe(200)
        expect((yield* change({ allow_sign_in: true })).status).toBe(200)
        yield* change({ allow_sign_in: false })
        yield* create(bob, "2")
        expect((yield* change({ allow_sign_in: true })).knownError).toBe(
          "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"
        )
        expect((yield* change({ allow_sign_in: true, account_id: "1" })).status).toBe(200)
      }).pipe(Effect.provide(layer("current")))
  )

  it.effect("count as a login method if they sign in", () =>
    Effect.gen(function* () {
      yield* create(yield* newUser, "1")
      yield* create(yield* newUser, "2", { allow_sign_in: false })
      const { body } = yield* emulatorCalls.call("GET", "/internal/metrics", admin)
      expect(body.login_methods).toContainEqual({ method: "github", count: 1 })
    }).pipe(Effect.provide(layer()))
  )

  const stored = Layer.mergeAll(database(), Randomness.layer("test")).pipe(Layer.provide(StateParts.layer))

  /** Two users switch what they sign in with, all at once; answers the accounts and how each attempt ended. */
  const switching = Effect.gen(function* () {
    // Accounts belong to users, who need not be there for this.
    yield* Database.run(sql`PRAGMA foreign_keys = OFF`)
    const add = (userId: string, accountId: string, allowSignIn: boolean) =>
      ProviderAccounts.create({
        projectId: "p",
        providerId: "github",
        userId,
        accountId,
        email: null,
        allowSignIn,
        allowConnectedAccounts: true
      })
    yield* add("ann", "1", true)
    yield* add("ann", "2", false)
    yield* add("bob", "2", false)
    const change = (userId: string, accountId: string, allowSignIn: boolean) =>
      Effect.gen(function* () {
        const row = (yield* ProviderAccounts.list("p", userId)).find((row) => row.account_id === accountId)!
        yield* ProviderAccounts.update(row, { accountId, email: null, allowSignIn, allowConnectedAccounts: true })
      })
    const exits = yield* Effect.all(
      [
        change("ann", "1", false),
        change("ann", "2", true),
        change("bob", "2", true),
        Effect.asVoid(add("bob", "1", true))
      ].map((attempt) => Effect.exit(attempt)),
      { concurrency: "unbounded" }
    )
    return {
      accounts: yield* ProviderAccounts.list("p", undefined),
      exits,
      second: yield* ProviderAccounts.findToSignIn("p", "github", "2")
    }
  })

  it("sign in at most one user each, and each user has at most one that signs in, in every order of attempts", () => {
    const outcomes = new Set<string>()
    for (let seed = 0; seed < countSeeds(200); seed++) {
      const exit = run(makeRandom(seed), Effect.orDie(Effect.provide(Effect.orDie(switching), Layer.fresh(stored))))
      if (exit === undefined || Exit.isFailure(exit)) throw new Error(`seed ${seed}: ${exit}`)
      const { accounts, exits, second } = exit.value
      const signingIn = accounts.filter((row) => row.allow_sign_in === 1)
      const distinct = (key: "user_id" | "account_id") => new Set(signingIn.map((row) => row[key])).size
      expect([distinct("user_id"), distinct("account_id")], `seed ${seed}`).toStrictEqual(
        Array.from({ length: 2 }, () => signingIn.length)
      )
      expect(second?.user_id, `seed ${seed}`).toBe(signingIn.find((row) => row.account_id === "2")?.user_id)
      expect(
        exits.some((exit) => Exit.hasDies(exit)),
        `seed ${seed}`
      ).toBe(false)
      outcomes.add(signingIn.map((row) => `${row.user_id} ${row.account_id}`).join())
    }
    expect(outcomes.size).toBeGreaterThan(1)
  })
})
