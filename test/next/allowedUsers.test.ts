/** Guests and restricted users on servers that use promises: who counts, by what the server allows. */
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describeForbidden, describeUnauthorized } from "../../src/domain/AuthMessages.ts"
import type { UserId } from "../../src/domain/Ids.ts"
import { type AllowedKinds, type TokenKind, tokenKinds } from "../../src/domain/TokenKind.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as Http from "../../src/http/Http.ts"
import { make as makeApp } from "../../src/next/NextApp.ts"
import { make as makeServerApp } from "../../src/next/NextServerApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { createServerApp, type CreateServerAppOptions } from "../../src/promise/ServerApp.ts"
import { takeSample } from "../support/seeds.ts"
import { rendering, runtime } from "./fakeNext.ts"

const policies: ReadonlyArray<AllowedKinds> = [[], ["restricted"], ["anonymous"], ["restricted", "anonymous"]]

interface Sender {
  readonly request: Request
  readonly cookies: Readonly<Record<string, string>>
  readonly id: UserId
}

describe.each([
  [0, "2025-06"],
  [1, "current"],
  [2, undefined]
] as const)("users of a service ($1)", (at, service) => {
  const emulator = Emulator.toFetchHandler({
    project: {
      config: {
        requireEmailVerification: true,
        domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }]
      }
    },
    passwordCost: "insecure-fast",
    anonymousSignUp: true,
    ...(service && { service })
  })
  let options: CreateServerAppOptions
  let senders: Record<TokenKind, Sender>

  /** The sender of a request, from the tokens of a session. */
  const makeSender = (id: UserId, accessToken: string, refreshToken: string): Sender => ({
    id,
    request: new Request("https://app.example.com/", {
      headers: { "x-stack-auth": JSON.stringify({ accessToken, refreshToken }) }
    }),
    cookies: { [`stack-refresh-${options.projectId}`]: refreshToken }
  })

  beforeAll(async () => {
    const { baseUrl, project } = await emulator.emulator
    options = {
      ...project!,
      apiUrl: baseUrl,
      http: Http.layerHandler(emulator.fetch),
      appUrl: "https://app.example.com"
    }
    const server = createServerApp(options)
    const visit = async (start: (app: ReturnType<typeof createClientApp>) => Promise<unknown>) => {
      const app = createClientApp(options)
      await start(app)
      const { accessToken, refreshToken } = await app.sessions.authJson()
      const user = await app.currentUser.get({ or: "anonymous-if-exists" })
      return makeSender(user!.id, accessToken!, refreshToken!)
    }
    const restricted = await visit((app) =>
      app.password.signUp({ email: "bob@example.org", password: "a fine password" })
    )
    const anonymous = await visit((app) => app.anonymous.signUp())
    const ann = await server.users.create({ primaryEmail: "ann@example.org", primaryEmailVerified: true })
    const session = await server.sessions.create({ userId: ann.id })
    const [access, refresh] = [session.accessToken, session.refreshToken].map((token) => String(Redacted.value(token)))
    senders = { normal: makeSender(ann.id, access!, refresh!), restricted, anonymous }
    await server.dispose()
  })
  afterAll(() => emulator.dispose())

  /** What the service makes of somebody: that of 2025-06 restricts nobody, but it knows its guests. */
  const readKind = (kind: TokenKind): TokenKind => (service === "2025-06" && kind === "restricted" ? "normal" : kind)

  const makeRefusal = (kind: TokenKind) =>
    kind === "restricted"
      ? { _tag: "RestrictedUserNotAllowed", details: { restrictedReason: { type: "email_not_verified" } } }
      : { _tag: "UserAuthenticationRequired" }

  describe.each(
    takeSample(
      policies.map((allow) => ({ allow })),
      at,
      2
    )
  )("by the policy $allow", ({ allow }) => {
    it("count for a request", async () => {
      await using app = createServerApp(options)
      for (const name of tokenKinds) {
        const { id, request } = senders[name]
        const kind = readKind(name)
        const { currentUser } = app.forRequest(request, { allow })
        const counts = kind === "normal" || allow.includes(kind)
        expect((await currentUser.get())?.id, name).toBe(counts ? id : undefined)
        const orThrow = currentUser.get({ or: "throw" }).catch((error: unknown) => error)
        expect(await orThrow, name).toMatchObject(counts ? { id } : makeRefusal(kind))
        const guest = await currentUser.get({ or: "anonymous-if-exists" })
        expect(guest?.id, name).toBe(counts || kind === "anonymous" ? id : undefined)
        // A call may say it for itself.
        expect((await currentUser.get({ allow: ["restricted", "anonymous"] }))?.id, name).toBe(id)
        expect((await currentUser.get({ allow: [] }))?.id, name).toBe(kind === "normal" ? id : undefined)
      }
    })

    it("count in Next.js", async () => {
      const app = makeApp(runtime, { ...options, allow })
      const server = makeServerApp(runtime, { ...options, allow })
      for (const name of tokenKinds) {
        const { cookies, id } = senders[name]
        const kind = readKind(name)
        const counts = kind === "normal" || allow.includes(kind)
        for (const { getUser, protect } of [app, server]) {
          const here = <A>(work: () => Promise<A>) => rendering({ cookies }, work)
          expect((await here(() => getUser()))?.id, name).toBe(counts ? id : undefined)
          const orThrow = here(() => getUser({ or: "throw" })).catch((error: unknown) => error)
          expect(await orThrow, name).toMatchObject(counts ? { id } : makeRefusal(kind))
          const everybody = { allow: ["restricted", "anonymous"] } as const
          expect((await here(() => getUser(everybody)))?.id, name).toBe(id)
          expect((await here(() => getUser({ allow: [] })))?.id, name).toBe(kind === "normal" ? id : undefined)
          const open = protect((_, user: { readonly id: string }) => Response.json(user.id), everybody)
          const answer = await here(() => open(new Request("https://app.example.com/")))
          expect({ status: answer.status, body: await answer.json() }, name).toStrictEqual({ status: 200, body: id })
          const handler = protect((_, user: { readonly id: string }) => Response.json(user.id))
          const response = await here(() => handler(new Request("https://app.example.com/")))
          const refused =
            kind === "restricted"
              ? { _tag: "Forbidden", reason: "restricted", message: describeForbidden("restricted") }
              : { _tag: "Unauthorized", reason: "missing", message: describeUnauthorized("missing") }
          expect({ status: response.status, body: await response.json() }, name).toStrictEqual(
            counts ? { status: 200, body: id } : { status: kind === "restricted" ? 403 : 401, body: refused }
          )
        }
      }
      await server.dispose()
    })
  })

  it("sign out every kind of user, whatever is allowed", async () => {
    await using app = createServerApp(options)
    for (const name of tokenKinds) {
      const session = await app.sessions.create({ userId: senders[name].id })
      const [access, refresh] = [session.accessToken, session.refreshToken].map((token) =>
        String(Redacted.value(token))
      )
      const { request } = makeSender(senders[name].id, access!, refresh!)
      const before = (await app.sessions.list(senders[name].id)).length
      await app.forRequest(request).client.sessions.signOut()
      expect((await app.sessions.list(senders[name].id)).length, name).toBe(before - 1)
    }
  })
})
