/**
 * A server and the service from end to end: tokens of providers, and everything
 * that the vendor's client gets wrong.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Domains from "../../src/admin/Domains.ts"
import * as OAuthProviders from "../../src/admin/OAuthProviders.ts"
import * as PermissionDefinitions from "../../src/admin/PermissionDefinitions.ts"
import * as Project from "../../src/admin/Project.ts"
import * as OAuth from "../../src/client/OAuth.ts"
import * as OwnPassword from "../../src/client/Password.ts"
import * as OwnUser from "../../src/client/CurrentUser.ts"
import { TeamId, UserId } from "../../src/domain/Ids.ts"
import * as Emulator from "../../src/emulator/index.ts"
import { ClientApp } from "../../src/http/ClientApp.ts"
import * as ApiKeys from "../../src/server/ApiKeys.ts"
import * as ConnectedAccounts from "../../src/server/ConnectedAccounts.ts"
import * as ContactChannels from "../../src/server/ContactChannels.ts"
import * as CurrentUser from "../../src/server/CurrentUser.ts"
import * as Sessions from "../../src/server/Sessions.ts"
import * as TeamInvitations from "../../src/server/TeamInvitations.ts"
import * as Teams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/Users.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import { page } from "../client/page.ts"
import * as Browser from "../support/Browser.ts"
import { emulated } from "./support.ts"

const origin = "http://localhost:3000"
const password = "correct horse battery"

const service = emulated({
  project: {
    config: {
      magicLinkEnabled: true,
      passkeyEnabled: true,
      allowUserApiKeys: true,
      oauthProviders: [{ id: "google", type: "standard", clientId: "our-client", clientSecret: "our-secret" }]
    }
  }
})

/** A user agent of the same project. */
const device = Layer.fresh(Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer)))

describe("tokens of providers", () => {
  it.effect("are had for any user who has connected one, for the scopes of the connection", () => {
    const here = page(`${origin}/handler/sign-in`, { navigates: false })
    return Effect.gen(function* () {
      const { baseUrl, fetch, identityProvider } = yield* Emulator.Emulator
      yield* identityProvider.script({ identity: { email: "ann@example.org", displayName: "Ann" } })
      const { url } = yield* Browser.make({ [baseUrl]: fetch }).open(yield* OAuth.start({ provider: "google" }))
      here.url = url
      expect(yield* OAuth.callback()).toBe("signed-up")
      const { id: userId } = yield* OwnUser.getOrFail
      expect(yield* ConnectedAccounts.list(userId)).toMatchObject([{ userId, provider: "google" }])
      const token = yield* ConnectedAccounts.getAccessToken({ userId, provider: "google" })
      expect(Redacted.isRedacted(token)).toBe(true)
      const scopes = ["https://www.googleapis.com/auth/calendar"]
      expect(yield* ConnectedAccounts.getAccessToken({ userId, provider: "google", scopes })).toBeNull()
    }).pipe(Effect.provide(Layer.merge(device, here.layer)), Effect.provide(service))
  })
})

describe("what the vendor's client gets wrong", () => {
  const user = Users.create({ primaryEmail: "ann@example.org", primaryEmailAuthEnabled: true, password })

  it.effect("listing and ending the sessions of a user", () =>
    Effect.gen(function* () {
      const { id: userId } = yield* user
      yield* OwnPassword.signIn({ email: "ann@example.org", password })
      const [session] = yield* Sessions.list(userId)
      yield* Sessions.revoke({ userId, sessionId: session!.id })
      expect(yield* Sessions.list(userId)).toEqual([])
    }).pipe(Effect.provide(device), Effect.provide(service))
  )

  it.effect("creating a session of which nothing is said", () =>
    Effect.gen(function* () {
      const { id: userId } = yield* user
      const tokens = yield* Sessions.create({ userId })
      expect(Redacted.isRedacted(tokens.refreshToken)).toBe(true)
    }).pipe(Effect.provide(service))
  )

  it.effect("leaving a team on behalf of a user", () =>
    Effect.gen(function* () {
      const { id: userId } = yield* user
      const team = yield* Teams.create({ displayName: "Crew", creatorUserId: userId })
      yield* Teams.removeMember({ teamId: team.id, userId })
      expect(yield* Teams.list({ userId })).toEqual([])
    }).pipe(Effect.provide(service))
  )

  it.effect("changing the password of a user, and of a request's user with the old one", () =>
    Effect.gen(function* () {
      // a token of 1970 counts as none
      yield* TestClock.setTime(Date.UTC(2025, 5, 19))
      const { id: userId } = yield* user
      yield* Users.setPassword({ userId, password: "another password" })
      yield* OwnPassword.signIn({ email: "ann@example.org", password: "another password" })
      const { project } = yield* ClientApp
      const session = yield* Session.Session
      const tokens = yield* session.credentials
      const request = new Request(origin, {
        headers: { "x-stack-auth": JSON.stringify({ accessToken: Redacted.value(tokens!.accessToken) }) }
      })
      yield* Effect.gen(function* () {
        expect((yield* CurrentUser.getOrFail).id).toBe(userId)
        yield* OwnPassword.update({ oldPassword: "another password", newPassword: password })
      }).pipe(Effect.provide(Layer.fresh(Session.layer.pipe(Layer.provide(RequestTokenStore.layer(request, project))))))
      yield* OwnPassword.signIn({ email: "ann@example.org", password })
    }).pipe(Effect.provide(device), Effect.provide(service))
  )

  it.effect("mailing a link that verifies the address of a user", () =>
    Effect.gen(function* () {
      const { id: userId } = yield* user
      const { mailbox } = yield* Emulator.Emulator
      yield* ContactChannels.sendPrimaryVerification({ userId })
      const { link } = yield* mailbox.take({ to: "ann@example.org" })
      expect(link).toMatch(/^http:\/\/localhost:3000\/handler\/email-verification\?code=/)
    }).pipe(Effect.provide(service))
  )

  it.effect("turning one-time codes and the passkey of a user on and off", () =>
    Effect.gen(function* () {
      const { id: userId } = yield* user
      expect((yield* Users.update({ userId, otpAuthEnabled: true })).otpAuthEnabled).toBe(true)
      expect((yield* Users.update({ userId, otpAuthEnabled: false })).otpAuthEnabled).toBe(false)
      expect((yield* Users.update({ userId, passkeyAuthEnabled: false })).passkeyAuthEnabled).toBe(false)
    }).pipe(Effect.provide(service))
  )

  it.effect("changing an API key, whose expiry cannot be changed", () =>
    Effect.gen(function* () {
      const { id: userId } = yield* user
      const key = yield* ApiKeys.createForUser({ userId, description: "a", expiresAt: null })
      expect((yield* ApiKeys.update({ id: key.id, description: "b" })).description).toBe("b")
      // @ts-expect-error the service refuses it, so it cannot be said
      const wrong = () => ApiKeys.update({ id: key.id, description: "b", expiresAt: null })
      void wrong
    }).pipe(Effect.provide(service))
  )

  it.effect("creating a team with metadata", () =>
    Effect.gen(function* () {
      const { id } = yield* Teams.create({ displayName: "Crew", clientMetadata: { a: 1 }, serverMetadata: { b: 2 } })
      expect(yield* Teams.get(id)).toMatchObject({ clientMetadata: { a: 1 }, serverMetadata: { b: 2 } })
    }).pipe(Effect.provide(service))
  )

  it.effect("changing a project without allowing localhost again", () =>
    Effect.gen(function* () {
      yield* Project.update({ config: { allowLocalhost: false } })
      expect((yield* Project.update({ displayName: "New" })).config.allowLocalhost).toBe(false)
      expect((yield* Project.update({ config: { passkeyEnabled: true } })).config.allowLocalhost).toBe(false)
    }).pipe(Effect.provide(service))
  )

  it.effect("changing a project in several ways at once", () =>
    Effect.gen(function* () {
      const hosts = [1, 2, 3, 4].map((n) => `https://app${n}.example.com`)
      yield* PermissionDefinitions.create({ scope: "project", id: "support" })
      yield* Effect.all(
        [
          Project.update({ config: { allowLocalhost: false } }),
          Project.update({ displayName: "Busy" }),
          ...hosts.map((domain) => Domains.add({ domain })),
          OAuthProviders.enableShared("github"),
          OAuthProviders.disable("google"),
          PermissionDefinitions.update({ scope: "project", id: "support", description: "Helps" }),
          PermissionDefinitions.update({ scope: "project", id: "support", containedPermissionIds: [] })
        ],
        { concurrency: "unbounded" }
      )
      const { config, displayName } = yield* Project.get
      expect([displayName, config.allowLocalhost]).toEqual(["Busy", false])
      expect(config.domains.map(({ domain }) => domain)).toEqual(hosts)
      expect(config.oauthProviders.map(({ id }) => id)).toEqual(["github"])
      expect(yield* PermissionDefinitions.list("project")).toMatchObject([{ id: "support", description: "Helps" }])
    }).pipe(Effect.provide(service))
  )

  it.effect("inviting to a team without a page, or with a target of its own", () =>
    Effect.gen(function* () {
      const { mailbox } = yield* Emulator.Emulator
      const { id: teamId } = yield* Teams.create({ displayName: "Crew" })
      yield* TeamInvitations.send({ teamId, email: "eve@example.org" })
      expect((yield* mailbox.take({ to: "eve@example.org" })).link).toContain(`${origin}/handler/team-invitation?code=`)
      yield* TeamInvitations.send({ teamId, email: "mia@example.org", callbackUrl: `${origin}/join` })
      expect((yield* mailbox.take({ to: "mia@example.org" })).link).toContain(`${origin}/join?code=`)
    }).pipe(Effect.provide(service))
  )
})

describe("what may be looked up", () => {
  it.effect("is null for any text that could be in a URL, also for what is no id", () =>
    Effect.gen(function* () {
      const { id } = yield* Users.create()
      expect((yield* Users.find(id))?.id).toBe(id)
      for (const text of ["nope", "00000000-0000-4000-8000-000000000000"]) {
        expect(yield* Users.find(UserId.make(text))).toBeNull()
        expect(yield* Teams.find(TeamId.make(text))).toBeNull()
      }
    }).pipe(Effect.provide(service))
  )
})
