/** The token endpoint (wire/headers §9); sign-in with providers is not implemented yet. */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Api from "../../api/OAuth.ts"
import { InvalidOAuthClientIdOrSecret } from "../../domain/errors/OAuth.ts"
import { AccessToken } from "../../domain/Secrets.ts"
import { clientIp } from "../Accounts.ts"
import * as Answer from "../Answer.ts"
import * as BasicAuth from "../BasicAuth.ts"
import { ProjectKeys } from "../ProjectKeys.ts"
import * as RequestBody from "../RequestBody.ts"
import { answerViolations, handle } from "../Route.ts"
import { Sessions } from "../Sessions.ts"
import { notImplemented } from "../TextError.ts"

const CLIENT = ["client_id", "client_secret"]

const REQUIRED: Readonly<Record<string, ReadonlyArray<string>>> = {
  refresh_token: ["refresh_token", ...CLIENT],
  authorization_code: ["code", "redirect_uri", "code_verifier", ...CLIENT]
}

/** The answer of the OAuth library inside the service; it is no known error. */
const invalidRequest = (description: string) =>
  Answer.json(400, { error: "invalid_request", error_description: description })

/**
 * Brings the request into the one shape that the endpoint decodes: forms and
 * JSON alike, the client by Basic credentials or in the body, and without the
 * parameters that it does not know (RFC 6749 §3.2).
 */
const prepare = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const given = yield* RequestBody.fieldsOf(request)
  const basic = BasicAuth.parse(request.headers["authorization"] ?? "")
  const fields = basic === undefined ? given : { ...given, client_id: basic.username, client_secret: basic.password }
  const required = REQUIRED[String(fields["grant_type"])]
  if (required === undefined) {
    return yield* answerViolations([
      "body.grant_type must be one of the following values: refresh_token, authorization_code"
    ])
  }
  const missing = required.find((name) => fields[name] === undefined || fields[name] === "")
  if (missing !== undefined) return invalidRequest(`Missing parameter: \`${missing}\``)
  return RequestBody.withFields(
    request,
    Object.fromEntries(["grant_type", ...required].map((name) => [name, fields[name]]))
  )
})

/** `projectId` or `projectId#branch`. */
const projectIdOf = (clientId: string): string | undefined => {
  const [projectId, branch = "main", ...rest] = clientId.split("#")
  return branch === "main" && rest.length === 0 ? projectId : undefined
}

const encodeRefreshAnswer = Schema.encodeSync(Api.RefreshAnswer)

const token = handle(
  Api.token,
  Effect.fnUntraced(function* ({ payload }) {
    const projectId = projectIdOf(payload.clientId)
    const isClient =
      projectId !== undefined &&
      (yield* (yield* ProjectKeys).admits(projectId, "client", Redacted.value(payload.clientSecret)))
    if (!isClient) return yield* new InvalidOAuthClientIdOrSecret({ details: { clientId: null } })
    if (payload.grantType === "authorization_code") return yield* notImplemented("POST", Api.exchangeCode.path)
    const accessToken = yield* (yield* Sessions).refresh({
      projectId,
      refreshToken: Redacted.value(payload.refreshToken),
      ip: yield* clientIp
    })
    const answer = encodeRefreshAnswer({
      accessToken: AccessToken.make(Redacted.make(accessToken)),
      tokenType: "Bearer",
      // not the lifetime of the access token: the service answers the same whatever its setting is
      expiresIn: 3599,
      scope: "legacy"
    })
    return HttpServerResponse.setHeader(Answer.json(200, answer), "pragma", "no-cache")
  }),
  { prepare }
)

/** The routes of `api/OAuth` that exist. */
export const routes = [token]
