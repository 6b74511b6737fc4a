/** The promise apps of servers and admins, and what a request's session is kept apart from. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import * as AdminProject from "../../src/admin/Project.ts"
import type { ServerUser } from "../../src/api/schema/User.ts"
import { UserNotFound } from "../../src/domain/errors/Users.ts"
import { ProviderId } from "../../src/domain/Ids.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import { createAdminApp, createOwnerApp, runPromise as runAsAdmin } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/index.ts"
import { createServerApp, type CreateServerAppOptions, runPromise } from "../../src/promise/ServerApp.ts"
import * as ServerUsers from "../../src/server/Users.ts"
import * as Session from "../../src/session/Session.ts"
import { unknownId } from "../support/unknownId.ts"

const service = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
const http = Http.layerHandler(service.fetch)
const password = "a fine password"
let options: CreateServerAppOptions
let adminKey = ""
let count = 0

beforeAll(async () => {
  const { baseUrl, project } = await service.emulator
  const { superSecretAdminKey, ...keys } = project!
  options = { ...keys, apiUrl: baseUrl, appUrl: "http://localhost:3000", http }
  adminKey = superSecretAdminKey
})

afterAll(() => service.dispose())

/** A user who has signed in, and the tokens of the session. */
const signedIn = async () => {
  const client = createClientApp(options)
  const email = `ann${count++}@example.org`
  await client.password.signUp({ email, password })
  const tokens = await client.sessions.currentTokens()
  await client.dispose()
  return { email, accessToken: tokens!.accessToken, refreshToken: tokens!.refreshToken! }
}

type SignedIn = Awaited<ReturnType<typeof signedIn>>

const makeRequest = ({ accessToken, refreshToken }: SignedIn) =>
  new Request("http://localhost:3000/", {
    headers: {
      "x-stack-auth": JSON.stringify({
        accessToken: Redacted.value(accessToken),
        refreshToken: Redacted.value(refreshToken)
      })
    }
  })

describe("a server app", () => {
  it("runs the operations", async () => {
    await using app = createServerApp(options)
    const { id: userId } = await app.users.create({ displayName: "Ann" })
    const team = await app.teams.createForUser({ userId, displayName: "Crew" })
    expect((await app.users.get(userId)).selectedTeamId).toBe(team.id)
    expect(await app.permissions.has({ userId, teamId: team.id, permissionId: "$update_team" })).toBe(true)
    expect(await app.users.find(unknownId)).toBeNull()
    expect((await app.run(ServerUsers.get(userId))).displayName).toBe("Ann")
    await app.users.delete(userId)
    await expect(app.users.get(userId)).rejects.toBeInstanceOf(UserNotFound)
    expect(await app.users.get.result(userId)).toMatchObject({ ok: false, error: { _tag: "UserNotFound" } })
  })

  it("accepts IDs as they are in URLs, and sends none that would leave its path", async () => {
    await using app = createServerApp(options)
    const { id } = await app.users.create({ displayName: "Ann" })
    const parameters: { readonly id: string } = { id: `${id}` }
    expect((await app.users.get(parameters.id)).displayName).toBe("Ann")
    const { journal } = await service.emulator
    const sent = () => Effect.runPromise(journal.count(() => true))
    const before = await sent()
    for (const wrong of ["../../projects/current", "", "a/b", "a?b"]) {
      const message = "userId: Expected an id that is safe as one path segment, got a string"
      await expect(app.users.get(wrong), wrong).rejects.toMatchObject({
        _tag: "TransportError",
        message: expect.stringContaining(message)
      })
      await expect(app.permissions.list({ userId: wrong }), wrong).rejects.toMatchObject({
        reason: { _tag: "InvalidRequest" }
      })
    }
    expect(await sent()).toBe(before)
  })

  it("reads users page by page, and no further than requested", async () => {
    await using app = createServerApp(options)
    for (const displayName of ["crowd 1", "crowd 2", "crowd 3"]) await app.users.create({ displayName })
    const names: Array<string | null> = []
    for await (const user of app.users.stream({ query: "crowd", pageSize: 2 })) names.push(user.displayName)
    // Users of one millisecond come in any order.
    expect(names.sort()).toStrictEqual(["crowd 1", "crowd 2", "crowd 3"])
    for await (const user of app.users.stream({ pageSize: 1 })) {
      expectTypeOf(user).toEqualTypeOf<ServerUser>()
      break
    }
  })

  it("reads all teams page by page, and as a list", async () => {
    await using app = createServerApp(options)
    for (const displayName of ["choir 1", "choir 2", "choir 3"]) await app.teams.create({ displayName })
    const names: Array<string> = []
    for await (const team of app.teams.stream({ query: "choir", pageSize: 2 })) names.push(team.displayName)
    expect(names).toStrictEqual(["choir 1", "choir 2", "choir 3"])
    const newest = await app.teams.list({ query: "choir", orderBy: "createdAt", desc: true })
    expect(newest.map(({ displayName }) => displayName)).toStrictEqual(names.toReversed())
    const page = await app.teams.page({ query: "choir", limit: 1 })
    expect({ items: page.items.length, nextCursor: page.nextCursor }).toStrictEqual({
      items: 1,
      nextCursor: newest[1]!.id
    })
    const largest = app.teams.stream({ pageSize: 201 })
    await expect(largest[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: { _tag: "InvalidRequest" } })
  })

  it("rejects every call when an option is wrong", async () => {
    await using app = createServerApp({ ...options, secretServerKey: "pck_x" })
    const wrong = { _tag: "InvalidOption", option: "secretServerKey" }
    await expect(app.users.list()).rejects.toMatchObject(wrong)
    await expect(app.forRequest({ accessToken: "a.b.c" }).currentUser.get()).rejects.toMatchObject(wrong)
  })

  it("cannot be used after its end", async () => {
    const app = createServerApp(options)
    await app.dispose()
    await expect(app.users.list()).rejects.toThrow("disposed")
  })
})

describe("runPromise", () => {
  it("runs one effect with a server's or an admin's keys", async () => {
    const { id } = await runPromise(ServerUsers.create({ displayName: "Ann" }), options)
    expect((await runPromise(ServerUsers.get(id), options)).displayName).toBe("Ann")
    const admin = { ...options, superSecretAdminKey: adminKey }
    expect((await runAsAdmin(AdminProject.get, admin)).id).toBe(options.projectId)
  })
})

describe("a request", () => {
  it("has the session of the user who sent it", async () => {
    await using app = createServerApp(options)
    const ann = await signedIn()
    await using request = app.forRequest(makeRequest(ann))
    const user = await request.currentUser.get({ or: "throw" })
    expect(user.primaryEmail).toBe(ann.email)
    expect(user.serverMetadata).toBeNull()
    await request.currentUser.update({ serverMetadata: { plan: "pro" } })
    const own = await request.client.currentUser.get({ or: "throw" })
    expect(own.id).toBe(user.id)
    expect(own).not.toHaveProperty("serverMetadata")
    expect(await request.run(Effect.map(ServerUsers.get(user.id), (user) => user.serverMetadata))).toStrictEqual({
      plan: "pro"
    })
  })

  it("may be given as tokens, or without any", async () => {
    await using app = createServerApp(options)
    const ann = await signedIn()
    expect((await app.forRequest(ann).currentUser.get())?.primaryEmail).toBe(ann.email)
    const nobody = app.forRequest(new Request("http://localhost:3000/"))
    expect(await nobody.currentUser.get()).toBeNull()
    await expect(nobody.currentUser.get({ or: "throw" })).rejects.toMatchObject({ _tag: "UserAuthenticationRequired" })
    await expect(nobody.client.teams.list()).rejects.toMatchObject({ _tag: "UserAuthenticationRequired" })
  })

  it.each([
    ["is nothing", null],
    ["is text", "Bearer x"],
    ["has nothing of a request", {}],
    ["has the headers of Node's own request", { headers: { cookie: "" } }]
  ] as const)("is refused if it %s, with what to pass instead", async (_, source) => {
    await using app = createServerApp(options)
    const failed = await app.forRequest(source as never).currentUser.get.result()
    expect(failed).toMatchObject({ ok: false, error: { _tag: "InvalidOption", option: "request" } })
    expect(String(failed.ok || failed.error.message)).toContain("new Headers(request.headers)")
  })

  it("is refused with an unreadable header, which the error does not quote", async () => {
    await using app = createServerApp(options)
    const request = new Request("http://localhost:3000/", { headers: { "x-stack-auth": '{"accessToken":"CANARY' } })
    const failed = await app.forRequest(request).currentUser.get.result()
    expect(failed).toMatchObject({ ok: false, error: { _tag: "InvalidAuthHeader" } })
    expect(JSON.stringify(failed) + String(failed.ok || failed.error)).not.toContain("CANARY")
  })

  it("never shares its session, not even with another request of the same user", async () => {
    await using app = createServerApp(options)
    const users = await Promise.all(Array.from({ length: 5 }, signedIn))
    const requests = users.flatMap((user) => [user, user]).map((user) => ({ user, request: app.forRequest(user) }))
    const seen = await Promise.all(requests.map(({ request }) => request.currentUser.get({ or: "throw" })))
    expect(seen.map(({ primaryEmail }) => primaryEmail)).toStrictEqual(requests.map(({ user }) => user.email))
    const sessions = await Promise.all(requests.map(({ request }) => request.run(Session.Session)))
    expect(new Set(sessions).size).toBe(requests.length)
    // One that signs out leaves the others their tokens.
    const [first, second] = requests
    await first!.request.client.sessions.signOut()
    expect(await first!.request.currentUser.get()).toBeNull()
    expect(await second!.request.client.sessions.currentTokens()).not.toBeNull()
    expect((await requests[2]!.request.currentUser.get())?.primaryEmail).toBe(requests[2]!.user.email)
  })

  it("ends without ending the app", async () => {
    await using app = createServerApp(options)
    const request = app.forRequest(await signedIn())
    expect(await request.currentUser.get()).not.toBeNull()
    await request.dispose()
    await expect(request.currentUser.get()).rejects.toThrow("disposed")
    expect((await app.users.page({ limit: 1 })).items).toHaveLength(1)
  })
})

describe("the stream of users", () => {
  const consume = async (users: AsyncIterable<ServerUser>, each?: () => void) => {
    for await (const _ of users) each?.()
  }

  it("ends when its signal is aborted, between pages or before the first", async () => {
    await using app = createServerApp(options)
    await Promise.all([1, 2, 3].map(() => app.users.create()))
    const reason = new Error("enough")
    await expect(consume(app.users.stream({}, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    const controller = new AbortController()
    let seen = 0
    const users = app.users.stream({ pageSize: 1 }, { signal: controller.signal })
    await expect(consume(users, () => ++seen === 2 && controller.abort(reason))).rejects.toBe(reason)
    expect(seen).toBe(2)
  })

  it("treats null as no option, and refuses invalid options", async () => {
    await using app = createServerApp(options)
    await app.users.create()
    const stream = app.users.stream as (...input: ReadonlyArray<unknown>) => AsyncIterable<ServerUser>
    let seen = 0
    await consume(stream(null, null), () => seen++)
    await consume(stream({}, { signal: null }), () => seen--)
    expect(seen).toBe(0)
    const refused = { _tag: "TransportError", reason: { _tag: "InvalidRequest" } }
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    await expect(consume(stream(proxy))).rejects.toMatchObject(refused)
    await expect(consume(stream({}, { timeout: 0 }))).rejects.toMatchObject(refused)
  })

  it("says so when the app has been disposed, or cannot be made", async () => {
    const app = createServerApp(options)
    await app.dispose()
    await expect(consume(app.users.stream())).rejects.toThrow("This app has been disposed")
    await using wrong = createServerApp({ ...options, secretServerKey: "" })
    await expect(consume(wrong.users.stream())).rejects.toMatchObject({ option: "secretServerKey" })
  })
})

describe("an admin app", () => {
  it("runs the operations of admins and servers", async () => {
    await using app = createAdminApp({ ...options, superSecretAdminKey: adminKey })
    expect((await app.project.update({ displayName: "Promised" })).displayName).toBe("Promised")
    expect(await app.domains.add({ domain: "https://app.example.com" })).toHaveLength(1)
    expect((await app.productionMode.check()).map(({ problem }) => problem)).toStrictEqual(["localhost-allowed"])
    const { id: userId } = await app.users.create()
    await app.sessions.create({ userId, isImpersonation: true })
    expect(await app.sessions.list(userId)).toMatchObject([{ isImpersonation: true }])
    const ann = await signedIn()
    expect((await app.forRequest(ann).currentUser.get())?.primaryEmail).toBe(ann.email)
  })

  it("has the rights of an owner's session until the owner signs out", async () => {
    const { baseUrl, internal } = await service.emulator
    await using owner = createClientApp({ ...internal, apiUrl: baseUrl, appUrl: "http://localhost:3000", http })
    await owner.password.signUp({ email: "owner@example.org", password })
    const oauthProviders = [{ id: ProviderId.make("github"), type: "standard", clientId: "id", clientSecret: "s3cret" }]
    const { id: projectId } = await owner.ownedProjects.create({ displayName: "Owned", config: { oauthProviders } })
    // Sent as the owner's requests are: nothing listens at the emulator's URL.
    await using app = createOwnerApp({ owner, projectId })
    expect((await app.project.get()).displayName).toBe("Owned")
    expect(await app.users.list()).toStrictEqual([])
    const elsewhere = Http.layerHandler(() => new Response("somewhere else", { status: 404 }))
    await using other = createOwnerApp({ owner, projectId, http: elsewhere })
    await expect(other.project.get()).rejects.toMatchObject({ reason: { status: 404, text: "somewhere else" } })
    await owner.sessions.signOut()
    await expect(app.project.get()).rejects.toMatchObject({ reason: { _tag: "AdminAuthenticationRequired" } })
    await expect(app.users.list()).rejects.toMatchObject({ reason: { _tag: "AdminAuthenticationRequired" } })
  })
})
