/** An app without a publishable client key, from sign-up to a renewed session, where the project wants none. */
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { password } from "../support/emulatorCalls.ts"

const startEmulator = (service: "2025-06" | "current", requirePublishableClientKey: boolean) =>
  Emulator.toFetchHandler({
    service,
    passwordCost: "insecure-fast",
    project: { config: { requirePublishableClientKey } }
  })

const emulators = {
  keyless: startEmulator("current", false),
  strict: startEmulator("current", true),
  older: startEmulator("2025-06", false)
}

afterAll(() => Promise.all(Object.values(emulators).map(({ dispose }) => dispose())))

const makeApp = async ({ emulator, fetch }: Emulator.Handler<Emulator.ProjectCredentials>) => {
  const { baseUrl, project } = await emulator
  return createClientApp({
    projectId: project.projectId,
    apiUrl: baseUrl,
    appUrl: "http://localhost:3000",
    http: Http.layerHandler(fetch)
  })
}

describe("a promise app without a publishable client key", () => {
  it("signs up, and renews its session by the constant that stands for the key", async () => {
    await using app = await makeApp(emulators.keyless)
    await app.password.signUp({ email: "ann@example.org", password })
    const { clock, journal } = await emulators.keyless.emulator
    // The access token has expired long before it is used.
    await Effect.runPromise(clock.advance("1 hour"))
    expect((await app.currentUser.get({ or: "throw" })).primaryEmail).toBe("ann@example.org")
    const isRenewal = ({ path, status }: { readonly path: string; readonly status: number }) =>
      path === "/api/v1/auth/oauth/token" && status === 200
    expect(Effect.runSync(journal.count(isRenewal))).toBe(1)
  })

  it.each([
    ["strict", "PublishableClientKeyRequiredForProject"],
    ["older", "ClientAuthenticationRequired"]
  ] as const)("learns that a %s service requires a key", async (name, _tag) => {
    await using app = await makeApp(emulators[name])
    const error: unknown = await app.password.signUp({ email: "ann@example.org", password }).catch((error) => error)
    expect(error).toMatchObject({
      _tag: "RequestRefused",
      reason: { _tag },
      message: expect.stringContaining("publishableClientKey")
    })
  })
})
