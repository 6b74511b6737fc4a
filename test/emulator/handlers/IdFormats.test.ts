/** A malformed ID in a path is a violation of the schema, and a valid one of nobody is not. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, layer, server, signUp } from "../../support/emulatorCalls.ts"
import { unknownId } from "../../support/unknownId.ts"

describe("a malformed ID", () => {
  it.effect.each([
    ["GET", "/users/nope", undefined, "params.user_id"],
    // Neither a version nor a variant.
    ["GET", "/users/01234567-89ab-cdef-0123-456789abcdef", undefined, "params.user_id"],
    ["GET", "/teams/nope", undefined, "params.team_id"],
    // `me` is a user only.
    ["GET", "/teams/me", undefined, "params.team_id"],
    ["GET", "/users?team_id=me", undefined, "query.team_id"],
    ["PATCH", `/users/${unknownId}`, { selected_team_id: "me" }, "body.selected_team_id"],
    ["GET", "/users?limit=1&cursor=nope", undefined, "query.cursor"],
    ["GET", "/users?team_id=nope", undefined, "query.team_id"],
    ["GET", "/contact-channels?user_id=nope", undefined, "query.user_id"],
    ["DELETE", `/auth/sessions/nope?user_id=${unknownId}`, undefined, "params.session_id"],
    ["POST", "/auth/sessions", { user_id: "nope" }, "body.user_id"],
    ["POST", "/teams", { display_name: "T", creator_user_id: "nope" }, "body.creator_user_id"],
    ["GET", "/internal/api-keys/nope", undefined, "params.internal_api_key_id"],
    ["GET", "/internal/email-themes/nope", undefined, "params.email_theme_id"],
    ["DELETE", "/internal/email-drafts/nope", undefined, "params.email_draft_id"],
    ["POST", "/internal/email-drafts", { display_name: "D", theme_id: "nope" }, "body.theme_id"],
    ["POST", "/emails/render-email", { template_id: "nope" }, "body.template_id"]
  ] as const)("is a violation of the shape: %s $1", ([method, path, body, where]) =>
    Effect.gen(function* () {
      const answer = yield* call(method, path, { level: "admin", body })
      expect(answer).toMatchObject({ status: 400, knownError: "SCHEMA_ERROR" })
      expect(answer.body.details.message).toBe(
        `Request validation failed on ${method} /api/v1${path.split("?", 1)[0]}:\n  - ${where} must be a valid UUID`
      )
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is neither `me` nor an unknown UUID", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const own = yield* call("GET", "/contact-channels?user_id=me", { token })
      expect(own.body.items).toHaveLength(1)
      const unknown = yield* call("GET", `/users/${unknownId}`, server)
      expect(unknown.knownError).toBe("USER_NOT_FOUND")
    }).pipe(Effect.provide(layer()))
  )
})
