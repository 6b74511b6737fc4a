/** Which keys a project asks for, and who needs none. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, type Options } from "../../../src/emulator/index.ts"
import { callbackUrl, layer, raw, signUp } from "../../support/emulatorCalls.ts"
import { unknownId } from "../../support/unknownId.ts"

const current = (project: Options["project"] = {}) => layer({ service: "current", project })

describe("who asks", () => {
  const wantsKey = { requirePublishableClientKey: true }

  const ask = Effect.fnUntraced(function* (level: string, projectId: string, key: Record<string, string> = {}) {
    const headers = { "x-stack-access-type": level, "x-stack-project-id": projectId, ...key }
    const { body, knownError, status } = yield* raw("GET", "/api/v1/projects/current", { headers })
    return { status, knownError, details: body?.details }
  })

  it.effect.each(["client", "server", "admin"])(
    "is told that there is no such project before any key is looked at: $0",
    (level) =>
      Effect.gen(function* () {
        expect(yield* ask(level, unknownId)).toStrictEqual({
          status: 400,
          knownError: "CURRENT_PROJECT_NOT_FOUND",
          details: { project_id: unknownId }
        })
      }).pipe(Effect.provide(current()))
  )

  it.effect("needs a publishable key where the project wants one", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const { projectId = "" } = project ?? {}
      expect(yield* ask("client", projectId)).toStrictEqual({
        status: 401,
        knownError: "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
        details: { project_id: projectId }
      })
      expect((yield* ask("server", projectId)).knownError).toBe("SERVER_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(current({ config: wantsKey })))
  )

  it.effect("needs none in a new project, but a right one if any", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const { projectId = "" } = project ?? {}
      expect((yield* ask("client", projectId)).status).toBe(200)
      const wrong = yield* ask("client", projectId, { "x-stack-publishable-client-key": "pck_wrong" })
      expect(wrong.knownError).toBe("INVALID_PUBLISHABLE_CLIENT_KEY")
      expect((yield* ask("admin", projectId)).knownError).toBe("ADMIN_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(current()))
  )

  const token = Effect.fnUntraced(function* (refreshToken: string, secret: Record<string, string>) {
    const { project } = yield* Emulator
    const body = {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: project?.projectId ?? "",
      ...secret
    }
    return yield* raw("POST", "/api/v1/auth/oauth/token", { method: "POST", body: new URLSearchParams(body) })
  })

  const authorize = Effect.fnUntraced(function* (secret: string) {
    const { project } = yield* Emulator
    const query = new URLSearchParams({
      client_id: project?.projectId ?? "",
      client_secret: secret,
      redirect_uri: callbackUrl,
      scope: "legacy",
      state: "state",
      grant_type: "authorization_code",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
      response_type: "code"
    })
    return yield* raw("GET", `/api/v1/auth/oauth/authorize/github?${query}`, { redirect: "manual" })
  })

  const nobody = { client_secret: "__stack_public_client__" }
  const github = { oauthProviders: [{ id: "github", type: "shared" }] } as const

  it.effect("may be nobody in particular for OAuth where a project wants no key", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("ann@example.org")
      expect((yield* token(refresh_token, nobody)).status).toBe(200)
      expect((yield* token(refresh_token, {})).knownError).toBe("INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      expect((yield* token(refresh_token, { client_secret: "pck_wrong" })).knownError).toBe(
        "INVALID_OAUTH_CLIENT_ID_OR_SECRET"
      )
      expect((yield* authorize(nobody.client_secret)).status).toBe(307)
      expect((yield* authorize("pck_wrong")).knownError).toBe("INVALID_PUBLISHABLE_CLIENT_KEY")
    }).pipe(Effect.provide(current({ config: github })))
  )

  it.effect("is nobody for OAuth where a project wants a key", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("ann@example.org")
      const refused = { status: 401, knownError: "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT" }
      const answers = [
        yield* token(refresh_token, nobody),
        yield* token(refresh_token, {}),
        yield* authorize(nobody.client_secret)
      ]
      expect(answers).toMatchObject([refused, refused, refused])
    }).pipe(Effect.provide(current({ config: { ...wantsKey, ...github } })))
  )

  it.effect("always needs one in 2025-06", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      expect((yield* ask("client", project?.projectId ?? "")).knownError).toBe("CLIENT_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})
