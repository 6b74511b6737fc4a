/** How an admin app is made, what it sends, and what an owner's session is good for. */
import * as util from "node:util"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AdminApp from "../../src/admin/AdminApp.ts"
import * as AdminAppConfig from "../../src/admin/AdminAppConfig.ts"
import * as Domains from "../../src/admin/Domains.ts"
import * as InternalApiKeys from "../../src/admin/InternalApiKeys.ts"
import * as OAuthProviders from "../../src/admin/OAuthProviders.ts"
import * as PermissionDefinitions from "../../src/admin/PermissionDefinitions.ts"
import * as Project from "../../src/admin/Project.ts"
import * as ClientProject from "../../src/client/Project.ts"
import { ProviderId } from "../../src/domain/Ids.ts"
import type { HttpRequest } from "../../src/http/Http.ts"
import * as ApiKeys from "../../src/server/ApiKeys.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import * as Users from "../../src/server/Users.ts"
import * as Session from "../../src/session/Session.ts"
import * as ExplicitTokenStore from "../../src/token/ExplicitTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import {
  type Answer,
  apiUrl,
  clientApp,
  json,
  knownError,
  network,
  projectId,
  publishableClientKey
} from "../support/scriptedNetwork.ts"
import { adminApp, secretServerKey, serverUserJson, superSecretAdminKey } from "../support/serverApps.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"

const config = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: false,
  allow_user_api_keys: false,
  allow_team_api_keys: false,
  enabled_oauth_providers: [],
  allow_localhost: false,
  create_team_on_sign_up: false,
  domains: [{ domain: "https://a.example.com", handler_path: "/handler" }],
  oauth_providers: [],
  email_config: { type: "shared" },
  team_creator_default_permissions: [],
  team_member_default_permissions: [],
  user_default_permissions: [],
  oauth_account_merge_strategy: "link_method"
}

const project = {
  id: projectId,
  display_name: "Demo",
  description: "",
  created_at_millis: 1_700_000_000_000,
  user_count: 0,
  is_production_mode: false,
  config
}

const users = { items: [serverUserJson], is_paginated: true, pagination: { next_cursor: null } }

const answer = ({ url }: HttpRequest): Answer => json(url.includes("/users") ? users : project)

describe("an admin app", () => {
  it.effect("sends secrets of other services, plain or wrapped, and no name that the service assigned", () => {
    const providers = [{ id: "spotify", type: "shared", provider_config_id: "spotify" }]
    const net = network(() => json({ ...project, config: { ...config, oauth_providers: providers } }))
    const github = { id: "github", clientId: "id" }
    const standard = { ...github, id: ProviderId.make("github"), type: "standard" }
    const server = {
      type: "standard",
      host: "smtp.example.com",
      port: 25,
      username: "u",
      senderName: "S",
      senderEmail: "s@example.com"
    }
    return Effect.gen(function* () {
      for (const secret of ["s3cret", Redacted.make("s3cret")]) {
        yield* OAuthProviders.enableStandard({ ...github, clientSecret: secret })
        yield* Project.update({
          config: {
            oauthProviders: [{ ...standard, clientSecret: secret }],
            emailConfig: { ...server, password: secret }
          }
        })
      }
      const sent = net.sent.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body!).config)
      const provider = { id: "github", type: "standard", client_id: "id", client_secret: "s3cret" }
      expect(sent.map((one) => one.oauth_providers)).toStrictEqual([
        [{ id: "spotify", type: "shared" }, provider],
        [provider],
        [{ id: "spotify", type: "shared" }, provider],
        [provider]
      ])
      expect(sent[1].email_config).toMatchObject({ type: "standard", password: "s3cret" })
    }).pipe(Effect.provide(adminApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("calls with the admin key, and with the server key for server operations if it has one", () => {
    const net = network(answer)
    return Effect.gen(function* () {
      const calls = Effect.andThen(Project.get, Users.list())
      yield* Effect.provide(calls, adminApp().pipe(Layer.provide(net.layer)))
      yield* Effect.provide(calls, adminApp({ secretServerKey }).pipe(Layer.provide(net.layer)))
      expect(
        net.sent.map(({ headers }) => [
          headers["x-stack-access-type"],
          headers["x-stack-super-secret-admin-key"],
          headers["x-stack-secret-server-key"]
        ])
      ).toStrictEqual([
        ["admin", superSecretAdminKey, undefined],
        ["admin", superSecretAdminKey, undefined],
        ["admin", superSecretAdminKey, undefined],
        ["server", undefined, secretServerKey]
      ])
    })
  })

  it.effect.each([
    ["without a key", { superSecretAdminKey: "" }],
    ["with a server key in its place", { superSecretAdminKey: secretServerKey }],
    ["with a client key in its place", { superSecretAdminKey: publishableClientKey }]
  ] as const)("%s is refused", ([, options]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Layer.build(adminApp(options)))
      expect(error).toMatchObject({ _tag: "InvalidOption", option: "superSecretAdminKey" })
      expect(util.inspect(error)).not.toContain("canary")
    })
  )

  it.effect.each(["STACK", "HEXCLAVE"])("reads the environment of %s", (brand) => {
    const net = network(answer)
    const env = {
      [`${brand}_PROJECT_ID`]: projectId,
      [`${brand}_PUBLISHABLE_CLIENT_KEY`]: publishableClientKey,
      [`${brand}_SECRET_SERVER_KEY`]: secretServerKey,
      [`${brand}_SUPER_SECRET_ADMIN_KEY`]: superSecretAdminKey,
      [`${brand}_API_URL`]: apiUrl
    }
    const provider = Layer.succeed(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
    return Effect.gen(function* () {
      yield* Effect.andThen(Project.get, Users.list())
      expect(net.sent.map(({ headers }) => headers["x-stack-access-type"])).toStrictEqual(["admin", "server"])
    }).pipe(Effect.provide(AdminAppConfig.layerConfig().pipe(Layer.provide(Layer.merge(provider, net.layer)))))
  })

  it.effect("shows its key to nobody", () =>
    Effect.gen(function* () {
      const apps = [yield* AdminApp.AdminApp, yield* ServerApp.ServerApp]
      expect(JSON.stringify(apps)).not.toContain("canary")
      expect(util.inspect(apps, { depth: null, showHidden: true })).not.toContain("canary")
      expect(apps.map(String).join()).not.toContain("canary")
    }).pipe(Effect.provide(adminApp({ secretServerKey })))
  )

  describe("in a browser", () => {
    afterEach(() => vi.unstubAllGlobals())
    it.effect("an admin app cannot be created", () =>
      Effect.gen(function* () {
        vi.stubGlobal("window", { document: {} })
        const error = yield* Effect.flip(Layer.build(adminApp()))
        expect(error).toMatchObject({ _tag: "NotInBrowser", option: "superSecretAdminKey" })
      })
    )
  })
})

describe("a change", () => {
  const bodies = (net: ReturnType<typeof network>) =>
    net.sent.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body ?? "null"))

  it.effect("sends whether localhost is allowed with each change of the project", () => {
    const net = network(answer)
    return Effect.gen(function* () {
      yield* Project.update({ displayName: "New" })
      yield* Project.update({ config: { passkeyEnabled: true } })
      yield* Project.update({ config: { allowLocalhost: true } })
      yield* Domains.remove("https://a.example.com")
      expect(bodies(net)).toStrictEqual([
        { display_name: "New", config: { allow_localhost: false } },
        { config: { passkey_enabled: true, allow_localhost: false } },
        { config: { allow_localhost: true } },
        { config: { allow_localhost: false, domains: [] } }
      ])
      // What is said already need not be read.
      expect(net.sent.map(({ method }) => method).join(" ")).toBe("GET PATCH GET PATCH PATCH GET PATCH")
    }).pipe(Effect.provide(adminApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("sends the fields of a provider, and keeps those of other providers", () => {
    const facebook = { id: "facebook", type: "standard", client_id: "f", client_secret: "fs", facebook_config_id: "c1" }
    const net = network(() => json({ ...project, config: { ...config, oauth_providers: [facebook] } }))
    return Effect.gen(function* () {
      const [read] = yield* OAuthProviders.list
      expect(read?.facebookConfigId).toBe("c1")
      yield* OAuthProviders.enableStandard({
        id: "microsoft",
        clientId: "m",
        clientSecret: "ms",
        microsoftTenantId: "tenant"
      })
      yield* OAuthProviders.enableStandard({
        id: "facebook",
        clientId: "f2",
        clientSecret: "fs2",
        facebookConfigId: "c2"
      })
      const microsoft = {
        id: "microsoft",
        type: "standard",
        client_id: "m",
        client_secret: "ms",
        microsoft_tenant_id: "tenant"
      }
      const renewed = { ...facebook, client_id: "f2", client_secret: "fs2", facebook_config_id: "c2" }
      expect(bodies(net)).toStrictEqual([
        { config: { allow_localhost: false, oauth_providers: [facebook, microsoft] } },
        { config: { allow_localhost: false, oauth_providers: [renewed] } }
      ])
    }).pipe(Effect.provide(adminApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("sends the whole definition of a permission", () => {
    const definition = { id: "write", description: "May write", contained_permission_ids: ["read"] }
    const net = network(({ method }) =>
      json(method === "GET" ? { items: [definition], is_paginated: false } : definition)
    )
    return Effect.gen(function* () {
      yield* PermissionDefinitions.update({ scope: "team", id: "write", newId: "change" })
      expect(bodies(net)).toStrictEqual([{ ...definition, id: "change" }])
      const error = yield* Effect.flip(PermissionDefinitions.update({ scope: "team", id: "other" }))
      expect(error).toMatchObject({ _tag: "PermissionNotFound", details: { permissionId: "other" } })
      expect(bodies(net).length).toBe(1)
    }).pipe(Effect.provide(adminApp().pipe(Layer.provide(net.layer))))
  })
})

describe("an owner's admin app", () => {
  const makeToken = (n: number) => unsignedToken({ ...lasting, n }, "canary")

  /** A service at which only the access token with this number is good; refreshing counts up. */
  const service = (good: number, refusal: Answer, rejectRefresh = false) => {
    let issued = 0
    const net = network(({ headers, url }) => {
      if (url.endsWith("/auth/oauth/token")) {
        return rejectRefresh
          ? knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
          : json({ access_token: makeToken(++issued), token_type: "Bearer", expires_in: 3599, scope: "legacy" })
      }
      if (headers["x-stack-admin-access-token"] !== makeToken(good)) return refusal
      return json(
        url.includes("/users") ? users : url.includes("api-keys") ? { items: [], is_paginated: false } : project
      )
    })
    return net
  }

  const sessionOfOwner = (options: Parameters<typeof clientApp>[0] = {}) =>
    Session.layer.pipe(
      Layer.provideMerge(ExplicitTokenStore.layer({ accessToken: makeToken(0), refreshToken: "refresh-canary" })),
      Layer.provideMerge(clientApp({ projectId: "internal", ...options }))
    )

  const owned = (net: ReturnType<typeof network>, options: Partial<AdminApp.OwnerAppOptions> = {}) =>
    AdminApp.layerOwner({ projectId, ...options }).pipe(Layer.provideMerge(sessionOfOwner()), Layer.provide(net.layer))

  const paths = (net: ReturnType<typeof network>) => net.sent.map(({ url }) => new URL(url).pathname)
  const current = "/api/v1/internal/projects/current"
  const refresh = "/api/v1/auth/oauth/token"

  it.effect("needs no key, at either level", () => {
    const net = service(0, json({}))
    return Effect.gen(function* () {
      yield* Project.get
      yield* Users.list()
      expect(
        net.sent.map(({ headers }) => [headers["x-stack-access-type"], headers["x-stack-admin-access-token"]])
      ).toStrictEqual([
        ["admin", makeToken(0)],
        ["server", makeToken(0)]
      ])
      expect(net.sent.map(({ headers }) => headers["x-stack-project-id"])).toStrictEqual([projectId, projectId])
      const names = net.sent.flatMap(({ headers }) => Object.keys(headers))
      expect(names.join(" ")).not.toMatch(/-key/)
      expect(names).not.toContain("x-stack-access-token")
    }).pipe(Effect.provide(owned(net)))
  })

  it.effect("sends the headers of the owner's app, at each level", () => {
    const net = service(0, json(project))
    const app = AdminApp.layerOwner({ projectId, publishableClientKey: "pck_test" }).pipe(
      Layer.provideMerge(sessionOfOwner({ extraRequestHeaders: { "x-gateway": "canary" } })),
      Layer.provide(net.layer)
    )
    return Effect.gen(function* () {
      yield* Project.get
      yield* Users.list()
      yield* Effect.exit(ClientProject.get)
      expect(net.sent.map(({ headers }) => [headers["x-stack-access-type"], headers["x-gateway"]])).toStrictEqual([
        ["admin", "canary"],
        ["server", "canary"],
        ["client", "canary"]
      ])
    }).pipe(Effect.provide(app))
  })

  describe.each([
    ["ADMIN_ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }],
    ["UNPARSABLE_ADMIN_ACCESS_TOKEN", 401, undefined],
    ["ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", 401, undefined],
    ["INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN", 401, undefined]
  ] as const)("after %s", (code, status, details) => {
    it.effect("refreshes and repeats the request once", () => {
      const net = service(1, knownError(code, status, details))
      return Effect.gen(function* () {
        yield* Project.update({ config: { allowLocalhost: false } })
        expect(paths(net)).toStrictEqual([current, refresh, current])
        yield* Project.get
        expect(paths(net).slice(3)).toStrictEqual([current])
      }).pipe(Effect.provide(owned(net)))
    })

    it.effect("gives up if the second answer is the same", () => {
      const net = service(9, knownError(code, status, details))
      return Effect.gen(function* () {
        const error = yield* Effect.flip(Project.get)
        expect(error).toMatchObject({ _tag: "RequestRefused", reason: { code } })
        expect(paths(net)).toStrictEqual([current, refresh, current])
      }).pipe(Effect.provide(owned(net)))
    })
  })

  it.effect("also refreshes after API_KEY_NOT_FOUND", () => {
    const net = service(1, knownError("API_KEY_NOT_FOUND", 404))
    return Effect.gen(function* () {
      const error = yield* Effect.flip(InternalApiKeys.get("x" as never))
      expect(error._tag).toBe("TransportError") // the answer of this test's service is no key
      expect(paths(net)[1]).toBe(refresh)
      expect(net.sent.length).toBe(3)
    }).pipe(Effect.provide(owned(net)))
  })

  it.effect("does not refresh after API_KEY_NOT_FOUND for a checked key, which may be made up", () => {
    const net = service(9, knownError("API_KEY_NOT_FOUND", 404))
    return Effect.gen(function* () {
      expect(yield* ApiKeys.checkOfUser("sk_made_up")).toBeNull()
      expect(yield* ApiKeys.checkOfUser("")).toBeNull()
      expect(paths(net)).toStrictEqual(["/api/v1/user-api-keys/check"])
    }).pipe(Effect.provide(owned(net)))
  })

  it.effect("fails with its own error when the owner's session has ended, and does not repeat the call", () => {
    const net = service(1, knownError("ADMIN_ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }), true)
    return Effect.gen(function* () {
      expect(yield* Effect.flip(Project.get)).toMatchObject({ reason: { _tag: "AdminAuthenticationRequired" } })
      expect(yield* (yield* TokenStore).get).toBeUndefined()
      const asked = net.sent.length
      expect(yield* Effect.flip(Users.list())).toMatchObject({ reason: { _tag: "AdminAuthenticationRequired" } })
      expect(net.sent.length).toBe(asked)
    }).pipe(Effect.provide(owned(net)))
  })

  it.effect("is a client app only with a publishable client key", () => {
    const net = service(0, json({}))
    return Effect.gen(function* () {
      const options = { publishableClientKey }
      yield* Layer.build(owned(net, options))
      const error = yield* Effect.flip(Layer.build(owned(net, { publishableClientKey: secretServerKey })))
      expect(error).toMatchObject({ option: "publishableClientKey" })
    })
  })

  it.effect("shows no token", () =>
    Effect.gen(function* () {
      yield* Project.get
      const app = yield* AdminApp.AdminApp
      expect(JSON.stringify(app)).not.toContain("canary")
      expect(util.inspect(app, { depth: null, showHidden: true })).not.toContain("canary")
    }).pipe(Effect.provide(owned(service(0, json({})))))
  )
})
