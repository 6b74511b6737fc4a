/** The promise client: how its methods end, and how the app does. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { afterAll, describe, expect, it } from "vitest"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import { EmailPasswordMismatch, PasswordTooLong, UserWithEmailAlreadyExists } from "../../src/domain/errors/Users.ts"
import { Online } from "../../src/http/Http.ts"
import * as Http from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import { createClientApp, type CreateClientAppOptions, Interrupted, runPromise } from "../../src/promise/index.ts"
import { Session } from "../../src/session/Session.ts"
import { InvalidToken } from "../../src/token/ExplicitTokenStore.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { InvalidAuthHeader } from "../../src/token/RequestTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { newAddress, makeOptions, password, rejection, silent, startService } from "./app.ts"

const service = startService()
const options = await makeOptions(service)

afterAll(() => service.dispose())

describe("a wrong input", () => {
  const refused = { _tag: "TransportError", reason: { _tag: "InvalidRequest" } }
  const nested = (levels: number) => {
    let value: unknown = 1
    for (let i = 0; i < levels; i++) value = [value]
    return value
  }

  it("rejects with a typed error, never a TypeError", async () => {
    await using app = createClientApp(options)
    const { signIn } = app.password as unknown as Record<string, { (...input: Array<unknown>): Promise<unknown> }>
    expect(await rejection(signIn!())).toMatchObject(refused)
    expect(await rejection(signIn!(null))).toMatchObject(refused)
    expect(await rejection(signIn!({ timeout: 1000 }))).toMatchObject(refused)
    const trap = new Proxy({}, { get: () => expect.unreachable(), ownKeys: () => expect.unreachable() })
    expect(await rejection(signIn!(trap))).toMatchObject(refused)
    expect(((await rejection(signIn!())) as Error).message).toBe(
      "Password.signIn failed: the input is not valid, nothing was sent: input: it is missing"
    )
  })

  it.for([[], [undefined], [null], [7], ["ann"], [[]], [{}], [{ timeout: 1000 }]] as const)(
    "rejects the arguments $0 with a typed error",
    async (input) => {
      await using app = createClientApp(options)
      const { signIn } = app.password as unknown as Record<string, { (...input: Array<unknown>): Promise<unknown> }>
      expect(await rejection(signIn!(...input))).toHaveProperty("_tag")
    }
  )

  it("includes metadata that is too deep, circular, or not expressible in JSON", async () => {
    await using app = createClientApp(options)
    await app.password.signUp({ email: newAddress(), password })
    const update = (clientMetadata: unknown) => app.currentUser.update({ clientMetadata: clientMetadata as never })
    const circle: Record<string, unknown> = {}
    circle["self"] = circle
    const thrower = { toJSON: () => expect.unreachable() }
    const invalid = [nested(60), nested(200_000), circle, 1n, { a: Symbol("s") }, thrower, [() => 1], NaN]
    const rejections = await Promise.all(invalid.map((metadata) => rejection(update(metadata))))
    expect(rejections).toMatchObject(invalid.map(() => refused))
    // What can be sent can be read again.
    expect(await update(nested(59))).toMatchObject({ clientMetadata: nested(59) })
    expect(await app.currentUser.get()).toMatchObject({ clientMetadata: nested(59) })
  })

  it("does not include defects of the app's own layers", async () => {
    const platform = Layer.succeed(Online, Effect.die(new TypeError("own")))
    const http = Http.layerFetch(() => Promise.reject(new Error("down")))
    await using app = createClientApp({ ...options, http, platform })
    expect(await rejection(app.password.signIn({ email: newAddress(), password }))).toBeInstanceOf(TypeError)
  })
})

describe("methods", () => {
  it("run the operations", async () => {
    await using app = createClientApp(options)
    const email = newAddress()
    expect(await app.currentUser.get()).toBeNull()
    await app.password.signUp({ email, password })
    const user = await app.currentUser.get({ or: "throw" })
    expect(user.primaryEmail).toBe(email)
    expect((await app.currentUser.setDisplayName("Ann")).displayName).toBe("Ann")
    expect((await app.currentUser.setDisplayName(null)).displayName).toBeNull()
    expect(await app.sessions.list()).toHaveLength(1)
    expect((await app.project.get()).id).toBe(options.projectId)
    expect(await app.sessions.currentTokens()).not.toBeNull()
    await app.sessions.signOut()
    expect(await app.sessions.currentTokens()).toBeNull()
  })

  it("reject with the tagged error itself", async () => {
    await using app = createClientApp(options)
    const error = await rejection(app.password.signIn({ email: newAddress(), password }))
    expect(error).toBeInstanceOf(EmailPasswordMismatch)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ _tag: "EmailPasswordMismatch", code: "EMAIL_PASSWORD_MISMATCH", status: 400 })
  })

  it("keep their caller in the stack of an error", async () => {
    await using app = createClientApp(options)
    const askedHere = async () => {
      await app.password.signIn({ email: newAddress(), password })
    }
    const askedThere = async () => {
      await askedHere()
    }
    const error = (await rejection(askedThere())) as Error
    expect(error.stack!.split("\n").slice(0, 3)).toStrictEqual([
      "EmailPasswordMismatch: Wrong e-mail or password.",
      expect.stringMatching(/^ {4}at (async )?askedHere \(.*ClientApp\.test\.ts/),
      expect.stringMatching(/^ {4}at (async )?askedThere \(.*ClientApp\.test\.ts/)
    ])
  })

  it("resolve in their result variant", async () => {
    await using app = createClientApp(options)
    const failed = await app.password.signIn.result({ email: newAddress(), password })
    expect(failed).toMatchObject({ ok: false, error: { _tag: "EmailPasswordMismatch" } })
    const local = await app.password.reset.result({ code: "0".repeat(45), password: "x".repeat(71) })
    expect(!local.ok && local.error).toBeInstanceOf(PasswordTooLong)
    expect(await app.currentUser.get.result()).toStrictEqual({ ok: true, value: null })
    expect(await app.currentUser.delete.result()).toMatchObject({
      ok: false,
      error: { _tag: "UserAuthenticationRequired" }
    })
  })

  it("reject with their own error when another sign-in replaced theirs", async () => {
    await using app = createClientApp(options)
    const credentials = { email: newAddress(), password }
    await app.password.signUp(credentials)
    const twice = (signIn: () => Promise<unknown>) => Promise.allSettled([signIn(), signIn()])
    const [rejected] = await twice(() => app.password.signIn(credentials))
    expect(rejected.status === "rejected" && rejected.reason).toBeInstanceOf(Interrupted)
    const [resolved] = await twice(() => app.password.signIn.result(credentials))
    expect(resolved).toMatchObject({ value: { ok: false, error: { _tag: "Interrupted" } } })
    expect(await app.sessions.list()).toHaveLength(1 + 2)
  })

  it("work when destructured", async () => {
    await using app = createClientApp(options)
    const { get } = app.currentUser
    const { result } = get
    expect(await get()).toBeNull()
    expect(await result()).toStrictEqual({ ok: true, value: null })
  })

  it("exist for operations, not for constants", () => {
    const { currentUser, password, project, sessions } = createClientApp(options)
    const methods = [currentUser, password, project, sessions].flatMap((area) => Object.entries(area))
    expect(methods.filter(([, method]) => !("result" in method)).map(([name]) => name)).toStrictEqual([])
    expect(password).not.toHaveProperty("maxLength")
    expect(Object.keys(sessions).sort()).toStrictEqual([
      "authHeaders",
      "authJson",
      "currentTokens",
      "list",
      "revoke",
      "signOut",
      "signOutTo"
    ])
  })
})

describe("a caller without types", () => {
  it("gets an error of the operation for a missing secret or name, not a defect", async () => {
    await using app = createClientApp(options)
    const email = newAddress()
    expect(await app.password.signUp.result({ email, password: null as never })).toMatchObject({
      error: { _tag: "PasswordTooShort" }
    })
    expect(await app.password.signIn.result({ email, password: undefined as never })).toMatchObject({
      error: { _tag: "EmailPasswordMismatch" }
    })
    expect(await app.oauth.start.result({ provider: undefined as never })).toMatchObject({
      error: { _tag: "InvalidOption", option: "provider" }
    })
  })
})

describe("run", () => {
  it("runs effects over the app's services, which are always the same", async () => {
    await using app = createClientApp(options)
    await app.password.signUp({ email: newAddress(), password })
    const [user, tokens] = await app.run(
      Effect.all([CurrentUser.getOrFail, Effect.flatMap(TokenStore, (store) => store.get)])
    )
    expect(user.id).toBe((await app.currentUser.get({ or: "throw" })).id)
    expect(tokens?.refreshToken).toBeDefined()
    expect(await app.run(Effect.flatMap(Session, (session) => session.credentials))).toBeDefined()
  })

  it("rejects with the effect's own error, or with a defect as it is", async () => {
    await using app = createClientApp(options)
    const defect = new Error("defect")
    expect(await rejection(app.run(Effect.fail({ _tag: "Mine" })))).toStrictEqual({ _tag: "Mine" })
    expect(await rejection(app.run(Effect.die(defect)))).toBe(defect)
  })

  it("rejects with the reason of an aborted signal", async () => {
    await using app = createClientApp(options)
    const controller = new AbortController()
    const pending = rejection(app.run(Effect.never, { signal: controller.signal }))
    controller.abort("enough")
    expect(await pending).toBe("enough")
  })
})

describe("runPromise", () => {
  it("runs one effect over an app of its own, and ends it however the effect ends", async () => {
    let ended = 0
    const finalizer = Effect.addFinalizer(() => Effect.sync(() => ended++))
    const own = { ...options, platform: Layer.effectDiscard(finalizer) }
    const email = newAddress()
    const signUp = Effect.andThen(Password.signUp({ email, password }), CurrentUser.getOrFail)
    expect((await runPromise(signUp, own)).primaryEmail).toBe(email)
    expect(ended).toBe(1)
    expect(await rejection(runPromise(signUp, own))).toBeInstanceOf(UserWithEmailAlreadyExists)
    expect(await rejection(runPromise(signUp, { ...own, signal: AbortSignal.abort("enough") }))).toBe("enough")
    expect(ended).toBe(2)
  })
})

const disposed =
  "This app has been disposed of: await each call before that, such as `return await app.…` in a block with `await using`, " +
  "or create another app"

describe("the end of an app", () => {
  it("interrupts running calls, and every later call rejects", async () => {
    const { http, signals } = silent()
    const app = createClientApp({ ...options, http })
    const pending = rejection(app.project.get())
    await expect.poll(() => signals.length).toBe(1)
    await app.dispose()
    const ended = new Error(disposed)
    expect(await pending).toStrictEqual(ended)
    expect(signals[0]!.aborted).toBe(true)
    expect(await rejection(app.project.get())).toStrictEqual(ended)
    expect(signals).toHaveLength(1)
    await app.dispose()
  })

  it("comes at the end of an `await using` block", async () => {
    let kept: ReturnType<typeof createClientApp>
    {
      await using app = createClientApp(options)
      kept = app
      expect(await app.currentUser.get()).toBeNull()
    }
    expect(await rejection(kept.currentUser.get())).toBeInstanceOf(Error)
    const notAwaited = async () => {
      await using app = createClientApp(options)
      return app.project.get()
    }
    expect(await rejection(notAwaited())).toStrictEqual(new Error(disposed))
  })

  it("may come before the first call", async () => {
    const app = createClientApp(options)
    await app.dispose()
  })
})

describe("the platform", () => {
  it("says whether it is online, and how often to try", async () => {
    const http = Http.layerFetch(() => Promise.reject(new TypeError("fetch failed")))
    const platform = Layer.mergeAll(
      Layer.succeed(Online, Effect.succeed(false)),
      Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)
    )
    await using app = createClientApp({ ...options, http, platform })
    expect(await rejection(app.project.get())).toMatchObject({ attempts: 1, reason: { _tag: "Offline" } })
  })
})

describe("a wrong option", () => {
  const wrong: Readonly<Record<string, readonly [Partial<CreateClientAppOptions>, string]>> = {
    "no project": [{ projectId: "" }, "projectId"],
    "a project that is not text": [{ projectId: undefined as never }, "projectId"],
    "a project with a line break": [{ projectId: "a\nb" }, "projectId"],
    "no key": [{ publishableClientKey: "" }, "publishableClientKey"],
    "a secret key": [{ publishableClientKey: "ssk_canary" }, "publishableClientKey"],
    "an admin key, wrapped": [{ publishableClientKey: Redacted.make("sak_canary") }, "publishableClientKey"],
    "an URL that is none": [{ apiUrl: "service" }, "apiUrl"],
    "an URL without encryption": [{ apiUrl: "http://service.example.org" }, "apiUrl"],
    "an URL with a password": [{ apiUrl: "https://a:canary@service.example.org" }, "apiUrl"],
    "a page that is none": [{ appUrl: "app" }, "appUrl"],
    "a token store that nobody knows": [{ tokenStore: "cookies" as never }, "tokenStore"],
    "the plain headers of Node's requests": [{ tokenStore: { headers: { cookie: "" } } as never }, "tokenStore"],
    "a token store that is a number": [{ tokenStore: 5 as never }, "tokenStore"],
    "a reserved header": [
      { extraRequestHeaders: { "x-stack-project-id": "canary" } },
      "extraRequestHeaders.x-stack-project-id"
    ]
  }
  it.each(Object.entries(wrong))(
    "(%s) makes every call reject with InvalidOption, which names it",
    async (_, [override, option]) => {
      await using app = createClientApp({ ...options, ...override })
      const calls = [app.project.get(), app.currentUser.get(), app.sessions.signOut(), app.run(Effect.void)]
      const errors = await Promise.all(calls.map(rejection))
      expect(errors.filter((error) => !(error instanceof InvalidOption))).toStrictEqual([])
      expect(errors).toMatchObject(calls.map(() => ({ _tag: "InvalidOption", option })))
      expect(errors.join()).not.toContain("canary")
      expect(await app.project.get.result()).toMatchObject({ ok: false, error: { _tag: "InvalidOption", option } })
    }
  )
})

describe("a token store", () => {
  it("can hold tokens from elsewhere", async () => {
    await using app = createClientApp(options)
    const email = newAddress()
    await app.password.signUp({ email, password })
    const tokens = (await app.sessions.currentTokens())!
    const readUser = async (tokenStore: CreateClientAppOptions["tokenStore"]) => {
      await using other = createClientApp({ ...options, tokenStore })
      return await other.currentUser.get({ or: "throw" })
    }
    expect({
      pair: await readUser({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }),
      refreshToken: await readUser({ refreshToken: Redacted.value(tokens.refreshToken!) }),
      accessToken: await readUser({ accessToken: Redacted.value(tokens.accessToken) })
    }).toMatchObject({
      pair: { primaryEmail: email },
      refreshToken: { primaryEmail: email },
      accessToken: { primaryEmail: email }
    })
  })

  it.each([{ accessToken: "undefined" }, { refreshToken: "" }, { accessToken: "a b" }])(
    "refuses tokens that are none: $0",
    async (tokenStore) => {
      await using app = createClientApp({ ...options, tokenStore })
      expect(await rejection(app.currentUser.get())).toBeInstanceOf(InvalidToken)
    }
  )

  it("may be missing, which prevents sign-ins only", async () => {
    await using app = createClientApp({ ...options, tokenStore: null })
    expect(await app.currentUser.get()).toBeNull()
    expect((await app.project.get()).id).toBe(options.projectId)
    const result = await app.password.signUp.result({ email: newAddress(), password })
    expect(result).toMatchObject({ ok: false, error: { _tag: "TokenStoreUnavailable" } })
  })

  it("may be a custom one", async () => {
    const store = MemoryTokenStore.make()
    await using app = createClientApp({ ...options, tokenStore: Layer.succeed(TokenStore, store) })
    await app.password.signUp({ email: newAddress(), password })
    expect(Effect.runSync(store.get)?.refreshToken).toBeDefined()
    await app.sessions.signOut()
    expect(Effect.runSync(store.get)).toBeUndefined()
  })

  it("can be the request of a browser to the app's own server", async () => {
    await using app = createClientApp(options)
    const email = newAddress()
    await app.password.signUp({ email, password })
    const headers = await app.sessions.authHeaders()
    const { refreshToken } = await app.sessions.authJson()
    const readEmail = async (tokenStore: NonNullable<CreateClientAppOptions["tokenStore"]>) => {
      await using app = createClientApp({ ...options, tokenStore })
      return (await app.currentUser.get({ or: "throw" })).primaryEmail
    }
    const cookie = `stack-refresh-${options.projectId}=${refreshToken}`
    expect({
      request: await readEmail(new Request("https://app.example.com/", { headers })),
      cookie: await readEmail({ headers: new Headers({ cookie }) })
    }).toStrictEqual({ request: email, cookie: email })
    await using server = createClientApp({ ...options, tokenStore: { headers: new Headers({ "x-stack-auth": "{" }) } })
    expect(await rejection(server.currentUser.get())).toBeInstanceOf(InvalidAuthHeader)
  })

  it("needs a page for cookies", async () => {
    await using app = createClientApp({ ...options, tokenStore: "cookie" })
    expect(await app.currentUser.get()).toBeNull()
    const result = await app.password.signUp.result({ email: newAddress(), password })
    expect(result).toMatchObject({ ok: false, error: { _tag: "TokenStoreUnavailable" } })
  })

  it("belongs to one app if it is in memory", async () => {
    await using app = createClientApp(options)
    await using other = createClientApp(options)
    await app.password.signUp({ email: newAddress(), password })
    expect(await other.currentUser.get()).toBeNull()
  })
})
