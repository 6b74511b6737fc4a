/** A fork has the state of where it comes from, and shares nothing with it that changes. */
import { describe, expect, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { toFetchHandler, Emulator, layerFork, layerForkWithProject, WithProject } from "../../../src/emulator/index.ts"
import { call, layer, signUp } from "../../support/emulatorCalls.ts"

const countUsers = Effect.map(call("GET", "/users", { level: "server" }), ({ body }) => body.items.length)

describe("a fork", () => {
  it.effect("starts with the same users, keys and tokens, and then changes alone", () =>
    Effect.gen(function* () {
      const base = yield* Emulator
      const ann = yield* signUp("ann@example.org")
      yield* Effect.gen(function* () {
        const fork = yield* Emulator
        expect(fork.project).toStrictEqual(base.project)
        expect((yield* call("GET", "/users/me", { token: ann.access_token })).body.primary_email).toBe(
          "ann@example.org"
        )
        expect((yield* fork.mailbox.list()).length).toBe(1)
        yield* signUp("bob@example.org")
        yield* fork.clock.advance("1 hour")
        expect(yield* countUsers).toBe(2)
        yield* fork.reset
        expect(yield* countUsers).toBe(1)
      }).pipe(Effect.provide(layerFork))
      expect(yield* countUsers).toBe(1)
      expect((yield* base.mailbox.list()).length).toBe(1)
      expect(Duration.toMillis(yield* base.clock.offset)).toBe(0)
      yield* signUp("eve@example.org")
      expect(yield* Effect.provide(countUsers, layerFork)).toBe(2)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is separate each time, even a fork of a fork", () =>
    Effect.gen(function* () {
      const one = Effect.gen(function* () {
        const name = yield* Effect.map(WithProject, ({ project }) => project.projectId)
        yield* signUp("ann@example.org")
        expect(name).toBe((yield* Emulator).project?.projectId)
        return yield* countUsers
      }).pipe(Effect.provide(layerForkWithProject))
      expect(yield* Effect.all([one, one, one], { concurrency: 3 })).toStrictEqual([1, 1, 1])
      const nested = Effect.provide(
        Effect.provide(Effect.andThen(signUp("ann@example.org"), countUsers), layerFork),
        layerFork
      )
      expect(yield* nested).toBe(1)
      expect(yield* countUsers).toBe(0)
    }).pipe(Effect.provide(layer()))
  )

  it("needs no Effect", async () => {
    const base = toFetchHandler({ passwordCost: "insecure-fast", project: {} })
    const { baseUrl, project } = await base.emulator
    const create = async (handler: typeof base) => {
      const headers = {
        "content-type": "application/json",
        "x-stack-access-type": "server",
        "x-stack-project-id": project.projectId,
        "x-stack-secret-server-key": project.secretServerKey
      }
      await handler.fetch(new Request(`${baseUrl}/api/v1/users`, { method: "POST", headers, body: "{}" }))
      const response = await handler.fetch(new Request(`${baseUrl}/api/v1/users`, { headers }))
      return ((await response.json()) as { readonly items: ReadonlyArray<unknown> }).items.length
    }
    expect(await create(base)).toBe(1)
    const fork = base.fork()
    expect(await create(fork)).toBe(2)
    expect(await create(base)).toBe(2)
    await fork.dispose()
    expect(await create(base)).toBe(3)
    await base.dispose()
  })

  it.effect("waits for the request that it was made during", () =>
    Effect.gen(function* () {
      const request = yield* Effect.forkChild(signUp("ann@example.org"), { startImmediately: true })
      expect(yield* Effect.provide(countUsers, layerFork)).toBe(1)
      yield* Fiber.join(request)
    }).pipe(Effect.provide(layer()))
  )
})
