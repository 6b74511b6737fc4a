/** What a single call takes: a time limit, a signal, and others. */
import * as Redacted from "effect/Redacted"
import { afterAll, describe, expect, it } from "vitest"
import * as Password from "../../src/client/Password.ts"
import type { TransportError } from "../../src/domain/errors/TransportError.ts"
import { EmailPasswordMismatch } from "../../src/domain/errors/Users.ts"
import * as Http from "../../src/http/Http.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { newAddress, makeOptions, password, rejection, silent, startService } from "./app.ts"

const service = startService()
const options = await makeOptions(service)

afterAll(() => service.dispose())

describe("a time limit", () => {
  const timedOut = (limitMillis: number) => ({
    _tag: "TransportError",
    reason: expect.objectContaining({ _tag: "Timeout", limitMillis })
  })

  it("comes from the app or from the call, wherever its options stand", async () => {
    await using app = createClientApp({ ...options, http: silent().http, timeout: 30 })
    const email = newAddress()
    expect(await rejection(app.project.get())).toMatchObject(timedOut(30))
    expect(await rejection(app.project.get({ timeout: 20 }))).toMatchObject(timedOut(20))
    expect(await rejection(app.password.signIn({ email, password }, { timeout: "20 millis" }))).toMatchObject({
      ...timedOut(20),
      outcomeUnknown: true
    })
    expect(await app.password.signIn.result({ email, password }, { timeout: 20 })).toMatchObject({
      ok: false,
      error: timedOut(20)
    })
    expect(await rejection(app.run(Password.signIn({ email, password }), { timeout: 20 }))).toMatchObject(timedOut(20))
  })

  it("is refused as an invalid option of the app", async () => {
    const { http, signals } = silent()
    await using other = createClientApp({ ...options, http, timeout: 2 ** 31 })
    expect(await rejection(other.project.get())).toMatchObject({ _tag: "InvalidOption", option: "timeout" })
    expect(signals).toHaveLength(0)
  })

  it.each([0, -1, NaN, Infinity, 2 ** 31, "soon"])("is refused before anything is sent: $0", async (timeout) => {
    const { http } = silent()
    await using app = createClientApp({ ...options, http })
    expect(await rejection(app.project.get({ timeout: timeout as never }))).toMatchObject({
      _tag: "TransportError",
      reason: { _tag: "InvalidRequest" }
    })
  })

  it("is not taken from an input that has other members", async () => {
    await using app = createClientApp(options)
    const input = { email: newAddress(), password, timeout: -1 }
    await app.password.signUp(input)
    const stored = { clientMetadata: { timeout: 1 } }
    expect(await app.currentUser.update(stored)).toMatchObject(stored)
  })
})

describe("a call's other options", () => {
  const answering = (answer: () => Response) => {
    let sent = 0
    const http = Http.layerHandler(async () => {
      sent++
      return answer()
    })
    return { http, sent: () => sent }
  }
  const broken = () => answering(() => new Response("", { status: 508, headers: { "x-stack-request-id": "r_1" } }))

  it("set how often it is repeated", async () => {
    const { http, sent } = broken()
    await using app = createClientApp({ ...options, http })
    const error = (await rejection(app.project.get({ retry: 0 }))) as TransportError
    expect({ sent: sent(), attempts: error.attempts, requestId: error.requestId }).toStrictEqual({
      sent: 1,
      attempts: 1,
      requestId: "r_1"
    })
  })

  it.each([-1, 1.5, NaN, "2" as never])("refuse to repeat a call $0 times", async (retry) => {
    const { http } = broken()
    await using app = createClientApp({ ...options, http })
    expect(await rejection(app.project.get({ retry }))).toMatchObject({ reason: { _tag: "InvalidRequest" } })
  })

  it("come after both inputs of a redirect", async () => {
    await using app = createClientApp(options)
    const signal = AbortSignal.abort(new Error("too late"))
    expect(await rejection(app.redirect.to("signIn", { replace: true }, { signal }))).toBe(signal.reason)
    expect(await app.redirect.to("signIn", { replace: true })).toBeUndefined()
  })

  it("find the request ID in the text of a 500 where the header cannot be read", async () => {
    const readRequestId = async (status: number, text: string) => {
      const { http } = answering(() => new Response(text, { status, headers: { "content-type": "text/plain" } }))
      await using app = createClientApp({ ...options, http })
      return ((await rejection(app.project.get({ retry: 0 }))) as TransportError).requestId
    }
    expect(await readRequestId(500, "Something went wrong. Request ID: 5b3r0qhtv2m8w9zc")).toBe("5b3r0qhtv2m8w9zc")
    expect(await readRequestId(500, "acknowledgements are not an ID, and neither is abcdefghjkmnpqrs")).toBeUndefined()
    expect(await readRequestId(400, "No such code: 5b3r0qhtv2m8w9zc")).toBeUndefined()
  })

  it("show each response, and the error says which request it was", async () => {
    await using app = createClientApp(options)
    const seen: Array<string> = []
    const email = newAddress()
    const error = await rejection(
      app.password.signIn(
        { email, password },
        { onResponse: ({ header, text }) => seen.push(`${header("x-stack-request-id")} ${text}`) }
      )
    )
    expect(error).toBeInstanceOf(EmailPasswordMismatch)
    const { requestId } = error as EmailPasswordMismatch
    expect(requestId).toMatch(/^.{16}$/)
    expect(seen).toStrictEqual([expect.stringMatching(new RegExp(`^${requestId} [^]*EMAIL_PASSWORD_MISMATCH`))])
    // It is not part of what the error is, but logs need it.
    expect(Object.keys(error as object)).not.toContain("requestId")
    expect(JSON.stringify(error)).toContain(requestId)
    expect(await rejection(app.project.get({ onResponse: "log" as never }))).toMatchObject({
      reason: { _tag: "InvalidRequest" }
    })
    await using wrong = createClientApp({ ...options, publishableClientKey: "pck_wrong" })
    expect(await rejection(wrong.project.get())).toMatchObject({ requestId: expect.stringMatching(/^.{16}$/) })
  })
})

describe("a signal", () => {
  it("ends the request and rejects with its reason", async () => {
    const { http, signals } = silent()
    await using app = createClientApp({ ...options, http })
    const controller = new AbortController()
    const reason = new Error("enough")
    const pending = rejection(app.password.signIn({ email: newAddress(), password }, { signal: controller.signal }))
    await expect.poll(() => signals.length).toBe(1)
    expect(signals[0]!.aborted).toBe(false)
    controller.abort(reason)
    expect(await pending).toBe(reason)
    expect(signals[0]!.aborted).toBe(true)
  })

  it("also rejects the result variant", async () => {
    const { http, signals } = silent()
    await using app = createClientApp({ ...options, http })
    const controller = new AbortController()
    const pending = rejection(app.project.get.result({ signal: controller.signal }))
    await expect.poll(() => signals.length).toBe(1)
    controller.abort()
    expect(await pending).toBe(controller.signal.reason)
  })

  it("sends nothing if it is already aborted", async () => {
    const { http, signals } = silent()
    await using app = createClientApp({ ...options, http })
    const reason = new Error("too late")
    const signal = AbortSignal.abort(reason)
    expect(await rejection(app.password.signIn({ email: newAddress(), password }, { signal }))).toBe(reason)
    expect(await rejection(app.project.get({ signal }))).toBe(reason)
    expect(await rejection(app.currentUser.get(undefined, { signal }))).toBe(reason)
    expect(signals).toHaveLength(0)
  })

  it("rejects with Interrupted on a platform without abort reasons", async () => {
    const { http, signals } = silent()
    await using app = createClientApp({ ...options, http })
    const listeners: Array<() => void> = []
    const old = {
      aborted: false,
      addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
      removeEventListener: () => undefined
    }
    const signal = old as unknown as AbortSignal
    const pending = rejection(app.project.get({ signal }))
    await expect.poll(() => signals.length).toBe(1)
    old.aborted = true
    listeners.forEach((listener) => listener())
    expect(await pending).toMatchObject({ _tag: "Interrupted" })
    expect(await rejection(app.project.get({ signal }))).toMatchObject({ _tag: "Interrupted" })
    expect(signals).toHaveLength(1)
  })

  it("does not affect a call that has ended, nor other calls", async () => {
    await using app = createClientApp(options)
    const controller = new AbortController()
    expect(await app.currentUser.get({}, { signal: controller.signal })).toBeNull()
    const other = app.project.get()
    controller.abort()
    expect((await other).id).toBe(options.projectId)
  })

  it("is distinguished from an input member of that name", async () => {
    await using app = createClientApp(options)
    await app.password.signUp({ email: newAddress(), password })
    const timeout = { timeout: 1 }
    expect((await app.currentUser.setClientMetadata(timeout)).clientMetadata).toStrictEqual(timeout)
    const signal = AbortSignal.abort(new Error("too late"))
    expect(await rejection(app.currentUser.setClientMetadata({ signal: "strong" }, { signal }))).toBe(signal.reason)
  })

  it.each(["strong", 3, null, { aborted: true }])("is data of an input member of that name: $0", async (signal) => {
    await using app = createClientApp(options)
    await app.password.signUp({ email: newAddress(), password })
    const user = await app.currentUser.setClientMetadata({ signal })
    expect(user.clientMetadata).toStrictEqual({ signal })
  })

  it("does not interrupt a refresh that others wait for", async () => {
    const { baseUrl } = await service.emulator
    const email = newAddress()
    let refreshToken: string
    {
      await using app = createClientApp(options)
      await app.password.signUp({ email, password })
      refreshToken = Redacted.value((await app.sessions.currentTokens())!.refreshToken!)
    }
    let refreshes = 0
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const http = Http.layerFetch(async (url, init) => {
      if (url === `${baseUrl}/api/v1/auth/oauth/token`) {
        refreshes++
        await gate
      }
      return service.fetch(new Request(url, init))
    })
    await using app = createClientApp({ ...options, http, tokenStore: { refreshToken } })
    const controller = new AbortController()
    const first = rejection(app.currentUser.get({ or: "throw" }, { signal: controller.signal }))
    const second = app.currentUser.get({ or: "throw" })
    await expect.poll(() => refreshes).toBe(1)
    controller.abort()
    expect(await first).toBe(controller.signal.reason)
    release()
    expect((await second).primaryEmail).toBe(email)
    expect(refreshes).toBe(1)
  })
})
