/** Whom `onUserChange` tells of, and when. */
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { person } from "../ssr/renderingApp.ts"
import { until } from "../support/turns.ts"

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
afterAll(() => service.dispose())

/** An app, what its listener was told, and a gate before each read of the user. */
const listening = async () => {
  const { baseUrl: apiUrl, project } = await service.emulator
  let gate: Promise<unknown> = Promise.resolve()
  let isUp = true
  const app = createClientApp({
    ...project!,
    apiUrl,
    appUrl: "http://localhost:3000",
    http: Http.layerHandler(async (request) => {
      if (request.method === "GET" && request.url.endsWith("/users/me")) {
        const answer = isUp ? await service.fetch(request) : new Response("", { status: 400 })
        await gate
        return answer
      }
      return service.fetch(request)
    })
  })
  const told: Array<string | null> = []
  const stop = app.onUserChange((user) => void told.push(user && (user.displayName ?? user.primaryEmail)))
  return {
    app,
    told,
    stop,
    hold: () => {
      let open = () => {}
      gate = new Promise<void>((resolve) => (open = resolve))
      return () => {
        gate = Promise.resolve()
        open()
      }
    },
    breakReads: (broken: boolean) => void (isUp = !broken),
    /** Waits until the listener was told so often. The app and its service have no clock that a test could move. */
    hears: async (expected: ReadonlyArray<string | null>) => {
      await Effect.runPromise(until(() => told.length >= expected.length))
      expect(told).toStrictEqual(expected)
    }
  }
}

const signUp = async (email: string) => {
  const { baseUrl: apiUrl, project } = await service.emulator
  await using app = createClientApp({
    ...project!,
    apiUrl,
    appUrl: "http://localhost:3000",
    http: Http.layerHandler(service.fetch)
  })
  await app.password.signUp({ ...person, email })
}

describe("onUserChange", () => {
  it("reports signed out, a sign-in, a change and a sign-out, each once", async () => {
    await signUp("ann@example.org")
    const { app, hears, told } = await listening()
    await using _ = app
    await hears([null])
    await app.password.signIn({ ...person, email: "ann@example.org" })
    await hears([null, "ann@example.org"])
    await app.currentUser.get()
    await app.currentUser.update({ displayName: "Ann" })
    await hears([null, "ann@example.org", "Ann"])
    await app.sessions.signOut()
    await hears([null, "ann@example.org", "Ann", null])
    expect(told).toHaveLength(4)
  })

  it("reports nothing after it was stopped, and other listeners continue", async () => {
    await signUp("bob@example.org")
    const { app, hears, stop, told } = await listening()
    await using _ = app
    await hears([null])
    const others: Array<string | null> = []
    app.onUserChange((user) => void others.push(user && user.primaryEmail))
    stop()
    await app.password.signIn({ ...person, email: "bob@example.org" })
    await Effect.runPromise(until(() => others.at(-1) === "bob@example.org"))
    expect(told).toStrictEqual([null])
  })

  it("never reports a former user after the current one", async () => {
    await signUp("cem@example.org")
    await signUp("dan@example.org")
    const { app, hears, hold, told } = await listening()
    await using _ = app
    await hears([null])
    const release = hold()
    await app.password.signIn({ ...person, email: "cem@example.org" })
    await app.password.signIn({ ...person, email: "dan@example.org" })
    release()
    await hears([null, "dan@example.org"])
    expect(told).not.toContain("cem@example.org")
  })

  it("reports nothing while the user cannot be read, and the current user after the next change", async () => {
    await signUp("eva@example.org")
    const { app, breakReads, hears, told } = await listening()
    await using _ = app
    await hears([null])
    breakReads(true)
    await app.password.signIn({ ...person, email: "eva@example.org" })
    await app.currentUser.get().catch(() => undefined)
    expect(told).toStrictEqual([null])
    breakReads(false)
    await app.currentUser.update({ displayName: "Eva" })
    await hears([null, "Eva"])
  })
})
