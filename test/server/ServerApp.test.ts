/** How a server app is made, what it sends, and where it refuses to be. */
import * as util from "node:util"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Project from "../../src/client/Project.ts"
import { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import * as ServerAppConfig from "../../src/server/ServerAppConfig.ts"
import * as Users from "../../src/server/Users.ts"
import { json, network, projectId, publishableClientKey } from "../support/scriptedNetwork.ts"
import { secretServerKey, serverApp, serverUserJson } from "../support/serverApps.ts"

const page = { items: [serverUserJson], is_paginated: true, pagination: { next_cursor: null } }

const project = {
  id: projectId,
  display_name: "Demo",
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: false,
    passkey_enabled: false,
    client_team_creation_enabled: false,
    client_user_deletion_enabled: false,
    allow_user_api_keys: false,
    allow_team_api_keys: false,
    enabled_oauth_providers: []
  }
}

describe("a server app", () => {
  it.effect("calls at server level, with its own key and no other", () => {
    const net = network(() => json(page))
    return Effect.gen(function* () {
      yield* Users.list()
      const [request] = net.sent
      expect(request?.headers).toMatchObject({
        "x-stack-access-type": "server",
        "x-stack-project-id": projectId,
        "x-stack-secret-server-key": secretServerKey
      })
      expect(Object.keys(request!.headers)).not.toContain("x-stack-publishable-client-key")
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect("is also a client app, which never sends the secret key", () => {
    const net = network(() => json(project))
    return Effect.gen(function* () {
      yield* Project.get
      expect(net.sent[0]?.headers).toMatchObject({
        "x-stack-access-type": "client",
        "x-stack-publishable-client-key": publishableClientKey
      })
      expect(JSON.stringify(net.sent)).not.toContain(secretServerKey)
    }).pipe(Effect.provide(serverApp().pipe(Layer.provide(net.layer))))
  })

  it.effect.each([
    ["without a key", { secretServerKey: "" }, "secretServerKey"],
    ["with a publishable key in its place", { secretServerKey: publishableClientKey }, "secretServerKey"],
    ["with an admin key in its place", { secretServerKey: "sak_x" }, "secretServerKey"],
    [
      "with the secret key in the place of the publishable one",
      { publishableClientKey: secretServerKey },
      "publishableClientKey"
    ],
    ["with an appUrl that is none", { appUrl: "app.example.com" }, "appUrl"]
  ] as const)("%s is refused, and the key is not quoted", ([, options, option]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Layer.build(serverApp(options)))
      expect(error).toBeInstanceOf(InvalidOption)
      expect(error).toMatchObject({ option })
      expect(util.inspect(error)).not.toContain("canary")
    })
  )

  it.effect("shows its key to nobody", () =>
    Effect.gen(function* () {
      const app = yield* ServerApp.ServerApp
      expect(JSON.stringify(app)).not.toContain("canary")
      expect(util.inspect(app, { depth: null, showHidden: true })).not.toContain("canary")
      expect(String(app)).not.toContain("canary")
    }).pipe(Effect.provide(serverApp()))
  )

  it.effect.each(["STACK", "HEXCLAVE"])("reads the environment of %s", (brand) => {
    const net = network(() => json(page))
    const env = {
      [`${brand}_PROJECT_ID`]: projectId,
      [`${brand}_PUBLISHABLE_CLIENT_KEY`]: publishableClientKey,
      [`${brand}_API_URL`]: "http://127.0.0.1:8102"
    }
    const provider = (env: Record<string, string>) =>
      Layer.succeed(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
    return Effect.gen(function* () {
      yield* Users.list().pipe(
        Effect.provide(
          ServerAppConfig.layerConfig().pipe(
            Layer.provide(Layer.merge(provider({ ...env, [`${brand}_SECRET_SERVER_KEY`]: secretServerKey }), net.layer))
          )
        )
      )
      expect(net.sent[0]?.headers["x-stack-secret-server-key"]).toBe(secretServerKey)
      const missing = yield* Effect.flip(
        // A name that bundlers put into pages is never read.
        Layer.build(
          ServerAppConfig.layerConfig().pipe(
            Layer.provide(provider({ ...env, [`NEXT_PUBLIC_${brand}_SECRET_SERVER_KEY`]: secretServerKey }))
          )
        )
      )
      expect(missing).toMatchObject({ _tag: "InvalidOption", option: "secretServerKey" })
      expect(missing.message).toContain("HEXCLAVE_SECRET_SERVER_KEY or STACK_SECRET_SERVER_KEY")
      yield* Layer.build(
        ServerAppConfig.layerConfig({ secretServerKey: Redacted.make(secretServerKey) }).pipe(
          Layer.provide(provider(env))
        )
      )
    })
  })
})

describe("in a browser", () => {
  afterEach(() => vi.unstubAllGlobals())

  it.effect("a server app cannot be created, unless an option allows it", () =>
    Effect.gen(function* () {
      vi.stubGlobal("window", { document: {} })
      const error = yield* Effect.flip(Layer.build(serverApp()))
      expect(error).toMatchObject({ _tag: "NotInBrowser", option: "secretServerKey" })
      expect(error.message).toContain("dangerouslyAllowBrowser")
      yield* Layer.build(serverApp({ dangerouslyAllowBrowser: true }))
    })
  )

  it.effect("a worker without a document does not count", () =>
    Effect.gen(function* () {
      vi.stubGlobal("window", {})
      yield* Layer.build(serverApp())
    })
  )
})
