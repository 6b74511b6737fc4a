/** Apps without a publishable client key, which a project of the current service may do without. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as OAuth from "../../src/client/OAuth.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as RefreshWire from "../../src/wire/generated/Refresh.ts"
import { apiUrl, json, knownError, network, over, projectId, withProviders } from "../support/scriptedNetwork.ts"

const keyless = { publishableClientKey: undefined }

describe("an app without a publishable client key", () => {
  it.effect("sends no key", () => {
    const net = network(() => knownError("PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT", 401, { project_id: projectId }))
    return Effect.gen(function* () {
      const error = yield* Effect.flip(over(net, keyless)(ProjectsWire.getProject, {}))
      expect(net.sent[0]!.headers).toMatchObject({ "x-stack-access-type": "client", "x-stack-project-id": projectId })
      expect(net.sent[0]!.headers).not.toHaveProperty("x-stack-publishable-client-key")
      expect(error).toMatchObject({
        _tag: "RequestRefused",
        reason: { _tag: "PublishableClientKeyRequiredForProject", details: { projectId } }
      })
      expect(error.message).toContain("publishableClientKey")
    })
  })

  it.effect("learns from a 2025-06 service, which requires a key, what to do", () =>
    Effect.gen(function* () {
      const net = network(() => knownError("CLIENT_AUTHENTICATION_REQUIRED", 401))
      const error = yield* Effect.flip(over(net, keyless)(ProjectsWire.getProject, {}))
      expect(error).toMatchObject({ _tag: "RequestRefused", reason: { _tag: "ClientAuthenticationRequired" } })
      expect(error.message).toContain("publishableClientKey")
    })
  )

  it.effect("sends a constant where OAuth requires a secret", () => {
    const net = withProviders(() => json({ access_token: "a", token_type: "Bearer", expires_in: 1, scope: "legacy" }))
    return Effect.gen(function* () {
      const { oauthClientSecret } = yield* ClientApp.ClientApp
      yield* over(net, keyless)(RefreshWire.refreshToken, {
        payload: {
          grantType: "refresh_token",
          refreshToken: Redacted.make("r"),
          clientId: projectId,
          clientSecret: oauthClientSecret
        }
      })
      expect(new URLSearchParams(net.sent[0]!.body).get("client_secret")).toBe("__stack_public_client__")
      yield* OAuth.start({ provider: "github" })
      const url = new URL(net.asked[0]!.url)
      expect(url.searchParams.get("client_secret")).toBe("__stack_public_client__")
    }).pipe(
      Effect.provide(
        Layer.merge(Session.layer, OAuthFlows.layerMemory).pipe(
          Layer.provide(MemoryTokenStore.layer),
          Layer.provideMerge(ClientApp.layer({ projectId, apiUrl, appUrl: "https://app.example.com" })),
          Layer.provide(net.layer)
        )
      )
    )
  })
})
