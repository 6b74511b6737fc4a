/**
 * After a write, every read that answers otherwise is stale: all of them are asked before and after, at all levels, of
 * users whose data hang together.
 */
import { expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Emulator from "../../src/emulator/index.ts"
import * as client from "../../src/index.ts"
import type * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as SoftwareAuthenticator from "../../src/testing/SoftwareAuthenticator.ts"
import { operations } from "../../tools/catalog/operations.ts"
import { Apps, appUrl, ready, listReads, type World, world } from "./allReads.ts"
import { parts, type Writer } from "./allWrites.ts"

/** Runs every write; returns the reads that changed, and of which nobody was told. */
const untold = Effect.fnUntraced(function* (made: World) {
  const reads = listReads(made)
  const answers = Effect.forEach(reads, ({ effect }) =>
    Effect.map(Effect.exit(effect), (exit) =>
      JSON.stringify(exit, (name, value: unknown) =>
        // A refusal has another id each time.
        name === "requestId" ? undefined : Redacted.isRedacted(value) ? Redacted.value(value) : value
      )
    )
  )
  const { mailbox } = yield* Emulator.Emulator
  const written = new Set<string>()
  const found: Array<string> = []
  // The first ones note that the keys and the session are in use.
  yield* answers
  let before = yield* answers

  /** The writes since the reads were asked: all that say the same are looked at together. */
  const unlooked: Array<string> = []
  let changes: ReadonlyArray<string> = []
  const look = Effect.gen(function* () {
    if (unlooked.length === 0) return
    const after = yield* answers
    for (const [index, { data: read }] of reads.entries()) {
      if (before[index] === after[index] || read.shows.some((resource) => changes.includes(resource))) continue
      found.push(`${read.name} after ${unlooked.join(" or ")}`)
    }
    before = after
    unlooked.length = 0
  })
  /** What is done to prepare something, and tells nobody. */
  const quietly = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      look,
      Effect.tap(effect, () => Effect.map(answers, (after) => (before = after)))
    )

  const write: Writer["write"] = (operation, ...input) =>
    Effect.gen(function* () {
      const { data, effect } = ready(operation, ...input)
      if (String(data.changes) !== String(changes)) yield* look
      const exit = yield* Effect.exit(effect)
      expect(exit, data.name).toMatchObject({ _tag: "Success" })
      changes = data.changes
      unlooked.push(data.name)
      written.add(data.name)
      // Mails are sent after the answer.
      const mail = data.changes.includes("emails") ? yield* mailbox.take() : undefined
      return mail?.code ?? ""
    })

  for (const part of parts) yield* part(made, { write, quietly })
  yield* look
  return { found, written, read: new Set(reads.map(({ data }) => data.name)) }
})

/** Ann's session, and her authenticator. */
const makeSession = (tokens: EmulatedApp.TestUser) => {
  const device = SoftwareAuthenticator.make()
  return Layer.mergeAll(
    client.Session.layer.pipe(Layer.provide(client.ExplicitTokenStore.layer(tokens))),
    client.WebAuthn.layer({
      create: (options) => Effect.promise(() => device.create(options, { origin: appUrl })),
      get: (options) => Effect.promise(() => device.get(options, { origin: appUrl }))
    })
  )
}

/** What came of all writes together: they take a minute, and each needs what those before it have made. */
class Written extends Context.Service<Written, Effect.Success<ReturnType<typeof untold>>>()("staleReads/Written") {}

const allWritten = Layer.effect(
  Written,
  Effect.flatMap(world, (made) => Effect.provide(untold(made), makeSession(made.ann)))
).pipe(Layer.provide(Apps))

/** Payments have one resource, which each of their reads shows and each of their writes changes. */
const isLookedAt = (resource: string) => resource !== "payments"

layer(allWritten, { timeout: 600_000 })("every write", (it) => {
  it.effect("makes every read stale whose answer it changes", () =>
    Effect.gen(function* () {
      expect((yield* Written).found).toStrictEqual([])
    })
  )

  it.effect("is looked at with all operations that read", () =>
    Effect.gen(function* () {
      const { read } = yield* Written
      const unread = operations.filter(({ data }) => data.shows.some(isLookedAt) && !read.has(data.name))
      expect(unread.map(({ exportedAs }) => exportedAs)).toStrictEqual([
        // Asks a provider each time.
        "ConnectedAccounts.getAccessToken",
        // Read the user as the others do, and redirect or sign up where there is none.
        "CurrentUser.getOrRedirect",
        "CurrentUser.getOrSignUpAnonymously",
        "server/ConnectedAccounts.getAccessToken",
        // Holds functions; it is `OwnedProjects.list`.
        "admin/OwnedProjects.list"
      ])
    })
  )

  it.effect("covers every operation that changes something", () =>
    Effect.gen(function* () {
      const { written } = yield* Written
      const unwritten = operations.filter(({ data }) => data.changes.some(isLookedAt) && !written.has(data.name))
      expect(unwritten.map(({ exportedAs }) => exportedAs)).toStrictEqual([
        // Needs an agent that waits for it.
        "AgentLogin.approve",
        "OAuth.callback",
        "server/CurrentUser.delete",
        "admin/Emails.sendTest",
        "admin/Project.delete"
      ])
    })
  )
})
