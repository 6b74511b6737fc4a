/** The emulator as a service of a program: its options, its data and its end. */
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Emulator from "../../src/emulator/index.ts"
import { call, layer, refresh, server, signUp } from "../support/emulatorCalls.ts"
import { inTemporaryFolder, temporaryFolder } from "../support/temporaryFolder.ts"
import { nextTurn } from "../support/turns.ts"

const scenario = Effect.gen(function* () {
  const { mailbox, project } = yield* Emulator.Emulator
  const { refresh_token, user_id } = yield* signUp("ann@example.org")
  const { code } = yield* mailbox.take({ to: "ann@example.org" })
  return { code, project, refresh_token, user_id }
})

describe("Emulator", () => {
  it.effect("makes the same ids, tokens and codes from the same seed", () =>
    Effect.gen(function* () {
      const run = (seed: string) => scenario.pipe(Effect.provide(layer({ randomSeed: seed })))
      const first = yield* run("a")
      expect(yield* run("a")).toStrictEqual(first)
      expect(yield* run("b")).not.toStrictEqual(first)
    })
  )

  it.effect("makes different ones without a seed", () =>
    Effect.gen(function* () {
      const run = scenario.pipe(Effect.provide(layer({ randomSeed: undefined })))
      expect(yield* run).not.toStrictEqual(yield* run)
    })
  )

  it.effect("runs on the clock of the place where it was built", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { access_token: token } = yield* signUp("ann@example.org")
      expect((yield* call("GET", "/users/me", { token })).body.signed_up_at_millis).toBe(3_600_000)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("has the internal project with the vendor's development keys, or the given ones", () =>
    Effect.gen(function* () {
      const { internal, project } = yield* Emulator.Emulator
      expect(internal).toStrictEqual({
        projectId: "internal",
        publishableClientKey: "this-publishable-client-key-is-for-local-development-only",
        secretServerKey: "mine",
        superSecretAdminKey: "this-super-secret-admin-key-is-for-local-development-only"
      })
      expect(project).toMatchObject({ projectId: "dev", secretServerKey: "ssk_fixed" })
      expect(project?.publishableClientKey).toMatch(/^pck_/)
      expect((yield* call("GET", "/users", server)).status).toBe(200)
      expect((yield* call("GET", "/users", { level: "server", project: internal })).status).toBe(200)
    }).pipe(
      Effect.provide(
        layer({ internalKeys: { secretServerKey: "mine" }, project: { id: "dev", secretServerKey: "ssk_fixed" } })
      )
    )
  )

  it.effect("keeps its data in a file, tokens included", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryFolder
      const options = {
        data: join(directory, "data.sqlite"),
        randomSeed: undefined,
        project: { id: "dev", publishableClientKey: "pck_a", secretServerKey: "ssk_a", superSecretAdminKey: "sak_a" }
      }
      const { access_token: token, refresh_token } = yield* signUp("ann@example.org").pipe(
        Effect.provide(layer(options))
      )
      yield* Effect.gen(function* () {
        expect((yield* call("GET", "/users/me", { token })).body.primary_email).toBe("ann@example.org")
        expect((yield* refresh(refresh_token)).status).toBe(200)
        expect((yield* call("GET", "/internal/api-keys", { level: "admin" })).body.items).toHaveLength(1)
      }).pipe(Effect.provide(layer(options)))
    })
  )

  it.effect("opens the data of an earlier start with the keys of this start", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryFolder
      const start = <A>(options: Emulator.Options, then: Effect.Effect<A, never, Emulator.Emulator>) =>
        Effect.provide(then, layer({ data: join(directory, "data.sqlite"), randomSeed: undefined, ...options }))
      // The other keys of this project are made up at every start.
      const project = { id: "dev", publishableClientKey: "pck_a" }
      const statuses = Effect.gen(function* () {
        const { internal } = yield* Emulator.Emulator
        const levels = ["client", "server", "admin"] as const
        return yield* Effect.forEach(
          levels.flatMap((level) => [{ level }, { level, project: internal }]),
          (options) => Effect.map(call("GET", "/projects/current", options), ({ status }) => status)
        )
      })
      const allOpen = [200, 200, 200, 200, 200, 200]
      expect(yield* start({ project }, statuses)).toStrictEqual(allOpen)
      const pinned = { project, internalKeys: { superSecretAdminKey: "sak_mine" } }
      expect(yield* start(pinned, statuses)).toStrictEqual(allOpen)

      const revokeAll = Effect.gen(function* () {
        const { internal } = yield* Emulator.Emulator
        const asAdmin = { level: "admin", project: internal } as const
        const { body } = yield* call("GET", "/internal/api-keys", asAdmin)
        for (const { id } of body.items.toReversed()) {
          yield* call("PATCH", `/internal/api-keys/${id}`, { ...asAdmin, body: { revoked: true } })
        }
        return yield* call("GET", "/internal/api-keys", asAdmin)
      })
      expect((yield* start(pinned, revokeAll)).knownError).toBe("INVALID_SUPER_SECRET_ADMIN_KEY")
      expect(yield* start(pinned, statuses)).toStrictEqual(allOpen)
    })
  )

  it.effect("counts refreshes in its journal, without secrets", () =>
    Effect.gen(function* () {
      const { journal } = yield* Emulator.Emulator
      const { access_token, refresh_token, user_id } = yield* signUp("ann@example.org")
      yield* refresh(refresh_token)
      yield* call("GET", "/users/me?x=secret", { token: access_token })
      yield* call("GET", "/users/me", { level: "server", token: access_token })
      const isRefresh = (entry: Emulator.JournalEntry) => entry.path === "/api/v1/auth/oauth/token"
      expect(yield* journal.count(isRefresh)).toBe(1)
      const entries = yield* journal.entries
      expect(entries.map((entry) => [entry.method, entry.status, entry.accessType, entry.knownError])).toStrictEqual([
        ["POST", 200, "client", undefined],
        ["POST", 200, undefined, undefined],
        ["GET", 400, "client", "SCHEMA_ERROR"],
        ["GET", 200, "server", undefined]
      ])
      expect(entries.at(-1)?.userId).toBe(user_id)
      expect(JSON.stringify(entries)).not.toContain("secret")
      yield* journal.clear
      expect(yield* journal.entries).toHaveLength(0)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("hands each mail to one waiter", () =>
    Effect.gen(function* () {
      const { mailbox } = yield* Emulator.Emulator
      const waiting = yield* Effect.forkChild(mailbox.take({ to: "ann@example.org" }))
      const given = yield* Effect.forkChild(mailbox.take({ to: "ann@example.org" }))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(given)
      yield* signUp("bob@example.org")
      yield* signUp("ann@example.org")
      expect((yield* Fiber.join(waiting)).to).toBe("ann@example.org")
      expect((yield* mailbox.take({ subject: "Verify" })).to).toBe("bob@example.org")
      expect(yield* mailbox.list()).toHaveLength(2)
      expect((yield* mailbox.latest())?.to).toBe("ann@example.org")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("finishes a request whose caller was interrupted", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(signUp("ann@example.org"))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      const { mailbox } = yield* Emulator.Emulator
      yield* mailbox.take({ to: "ann@example.org" })
      expect((yield* call("GET", "/users", server)).body.items).toHaveLength(1)
    }).pipe(Effect.provide(layer()))
  )

  it("is a fetch handler for programs without Effect", async () => {
    const emulator = Emulator.toFetchHandler({ passwordCost: "insecure-fast" })
    const { internal } = await emulator.emulator
    const response = await emulator.fetch(
      new Request("http://anything/api/v1/projects/current", {
        headers: {
          "x-stack-access-type": "client",
          "x-stack-project-id": internal.projectId,
          "x-stack-publishable-client-key": internal.publishableClientKey
        }
      })
    )
    expect(await response.json()).toMatchObject({ id: "internal", display_name: "Internal" })
    await emulator.dispose()
  })

  it.effect("has its project under a name of its own, when it was given one", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator.WithProject
      const { project: same } = yield* Emulator.Emulator
      expect(project).toStrictEqual(same)
      expect((yield* call("GET", "/projects/current", { project })).body.id).toBe(project.projectId)
    }).pipe(Effect.provide(Emulator.layer({ project: {} })))
  )

  it.effect("has its own project inside another emulator", () =>
    Effect.gen(function* () {
      const outer = yield* Emulator.WithProject
      yield* Effect.gen(function* () {
        const { project, service } = yield* Emulator.WithProject
        expect(service).toBe("current")
        expect(project.projectId).not.toBe(outer.project.projectId)
      }).pipe(Effect.provide(Emulator.layer({ project: {}, service: "current" })))
    }).pipe(Effect.provide(Emulator.layer({ project: {} })))
  )

  it("prints no key", async () => {
    const secret = `whsec_${Buffer.alloc(24, "s").toString("base64")}`
    const keys = {
      publishableClientKey: "pck_canary-publishable",
      secretServerKey: "ssk_canary-secret",
      superSecretAdminKey: "sak_canary-super-secret"
    }
    const webhooks = [{ url: "http://127.0.0.1:9/", secret }]
    const handler = Emulator.toFetchHandler({ project: keys, internalKeys: "random", webhooks })
    const emulator = await handler.emulator
    const { controlToken, internal, project } = emulator
    // They are there for those who ask.
    expect({ ...project }).toStrictEqual({ projectId: project.projectId, ...keys })
    expect(JSON.parse(JSON.stringify(project))).toStrictEqual({ projectId: project.projectId, ...keys })
    const { projectId: _, ...internalKeys } = internal
    const secrets = [...Object.values(keys), ...Object.values(internalKeys), secret, Redacted.value(controlToken)]
    expect(secrets).toHaveLength(8)
    const context = Context.make(Emulator.Emulator, emulator)
    for (const value of [
      handler,
      emulator,
      project,
      internal,
      context,
      [project],
      new Error("x", { cause: emulator })
    ]) {
      for (const customInspect of [true, false]) {
        const shown = inspect(value, { showHidden: true, depth: Infinity, customInspect, maxStringLength: Infinity })
        expect(
          secrets.filter((text) => shown.includes(text)),
          `customInspect ${customInspect}`
        ).toStrictEqual([])
      }
    }
    expect(inspect(project)).toContain("secretServerKey: [Getter]")
    await handler.dispose()
    expect(inspect(handler, { showHidden: true, depth: Infinity })).not.toContain("canary")
  })

  it("rejects its callers with the reason it did not start, and leaves no unhandled rejection", async () => {
    // Vitest fails a run in which a rejection was handled by nobody.
    const options = { data: join(tmpdir(), "no-such-folder", "data.sqlite") }
    const emulator = Emulator.toFetchHandler(options)
    // By the time that a later one has failed, this one has, and nobody has asked it for anything.
    const later = Emulator.toFetchHandler(options)
    await expect(later.emulator).rejects.toThrow("cannot be opened")
    await nextTurn()
    await expect(emulator.fetch(new Request("http://anything/health"))).rejects.toThrow("cannot be opened")
    await expect(emulator.emulator).rejects.toThrow("cannot be opened")
    await emulator.dispose()
  })

  it("ends while mails are still waiting to be sent", async () => {
    const logged: Array<unknown> = []
    const silent = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
    const program = Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const reset = { body: { email: "ann@example.org", callback_url: "http://localhost" } }
      for (let i = 0; i < 50; i++) yield* call("POST", "/auth/password/send-reset-code", reset)
    })
    await Effect.runPromise(program.pipe(Effect.provide(layer()), Effect.provide(silent)))
    expect(logged).toStrictEqual([])
  })

  it("stores no secret in readable form", () =>
    inTemporaryFolder(async (directory) => {
      const emulator = Emulator.toFetchHandler({
        passwordCost: "insecure-fast",
        data: join(directory, "data.sqlite"),
        project: {}
      })
      const { emulator: running, secrets } = await Effect.runPromise(
        Effect.gen(function* () {
          const service = yield* Effect.promise(() => emulator.emulator)
          return yield* Effect.gen(function* () {
            const { refresh_token } = yield* signUp("ann@example.org", { password: "CANARY-password" })
            const { code } = yield* service.mailbox.take()
            return { emulator: service, secrets: [refresh_token, code ?? "", "CANARY-password"] }
          }).pipe(Effect.provideService(Emulator.Emulator, service))
        })
      )
      const keys = Object.entries(running.project ?? {}).filter(([name]) => name !== "projectId")
      await emulator.dispose()
      const { readFileSync, readdirSync } = await import("node:fs")
      const dump = readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), "latin1"))
        .join()
      expect(dump).toContain("ann@example.org")
      expect([...secrets, ...keys.map(([, value]) => value)].filter((secret) => dump.includes(secret))).toStrictEqual(
        []
      )
    }))
})
