/**
 * A server and the service from end to end: tokens of providers, and everything that the vendor's client gets wrong.
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
import * as OwnPassword from "../../src/client/Password.ts"
import { TeamId, UserId } from "../../src/domain/Ids.ts"
import { ClientApp } from "../../src/http/ClientApp.ts"
import * as ApiKeys from "../../src/server/ApiKeys.ts"
import * as CurrentUser from "../../src/server/CurrentUser.ts"
import * as Teams from "../../src/server/Teams.ts"
import * as Users from "../../src/server/Users.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import { password } from "../support/emulatorCalls.ts"
import { emulated } from "../support/serverApps.ts"
import { unknownId } from "../support/unknownId.ts"

const origin = "http://localhost:3000"

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

describe("what the vendor's client gets wrong", () => {
  const user = Users.create({ primaryEmail: "ann@example.org", primaryEmailAuthEnabled: true, password })

  it.effect("changing the password of a user, and of a request's user with the old one", () =>
    Effect.gen(function* () {
      // A token of 1970 counts as none.
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
      expect({ displayName, allowLocalhost: config.allowLocalhost }).toStrictEqual({
        displayName: "Busy",
        allowLocalhost: false
      })
      expect(config.domains.map(({ domain }) => domain)).toStrictEqual(hosts)
      expect(config.oauthProviders.map(({ id }) => id)).toStrictEqual(["github"])
      expect(yield* PermissionDefinitions.list("project")).toMatchObject([{ id: "support", description: "Helps" }])
    }).pipe(Effect.provide(service))
  )
})

describe("a look-up", () => {
  it.effect("returns the user with the ID", () =>
    Effect.gen(function* () {
      const { id } = yield* Users.create()
      expect((yield* Users.find(id))?.id).toBe(id)
    }).pipe(Effect.provide(service))
  )

  it.effect.each(["nope", unknownId])("returns null for any text that could be in a URL: $0", (text) =>
    Effect.gen(function* () {
      expect(yield* Users.find(UserId.make(text))).toBeNull()
      expect(yield* Teams.find(TeamId.make(text))).toBeNull()
    }).pipe(Effect.provide(service))
  )
})
