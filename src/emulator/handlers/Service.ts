/** The service itself: greeting, health, versions, public keys (docs/protocol/resources.md#the-service-itself). */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Api from "../../api/Service.ts"
import { tokenKinds } from "../../domain/TokenKind.ts"
import { RequestCaller } from "../access/Caller.ts"
import { SigningKeys } from "../accounts/SigningKeys.ts"
import { notFound } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import * as RequestBody from "../http/RequestBody.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as Projects from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const levels = { client: "Client", server: "Server", admin: "Admin" } as const

/** A flag of the query, which the service of 2025-06 ignores. */
const readFlag = Effect.fnUntraced(function* (
  name: "include_restricted" | "include_anonymous",
  value: string | undefined
) {
  if ((yield* Generation).isOnly("2025-06")) return false
  if (value === undefined || value === "true" || value === "false") return value === "true"
  return yield* RequestValidation.failSchema(`query.${name} must be one of the following values: true, false`)
})

const version = /^\d+\.\d+\.\d+$/

/** The routes of `api/Service`; health is not below the API's root. */
export const routes = [
  handle(Api.greet, () =>
    Effect.map(RequestCaller, (caller) =>
      [
        "Welcome to the Gatefold emulator.",
        "",
        `Authentication: ${caller === undefined ? "None" : levels[caller.level]}`,
        `  Project: ${caller?.project.id ?? "None"}`,
        `  User: ${caller?.user === undefined ? "None" : (caller.user.email ?? caller.user.id)}`
      ].join("\n")
    )
  ),

  handle(Api.getHealth, () => Effect.succeed({ status: "ok" as const })),

  handle(LenientEndpoints.getJsonWebKeys, function* ({ params, query }) {
    // The keys for guests include those for restricted users.
    const includeAnonymous = yield* readFlag("include_anonymous", query.includeAnonymous)
    const includeRestricted = (yield* readFlag("include_restricted", query.includeRestricted)) || includeAnonymous
    const isPublished = { normal: true, restricted: includeRestricted, anonymous: includeAnonymous }
    const project = yield* Projects.find(params.projectId)
    if (project === undefined) return yield* notFound("Project not found.")
    const { publicKeys: published } = yield* SigningKeys
    const sets = yield* Effect.forEach(
      tokenKinds.filter((kind) => isPublished[kind]),
      (kind) => published(project.id, kind)
    )
    const answer = Answer.json(200, { keys: sets.flat() })
    return (yield* Generation).isOnly("2025-06")
      ? answer
      : HttpServerResponse.setHeader(answer, "cache-control", "public, max-age=3600")
  }),

  /** Every valid version is up to date for the emulator. */
  handle(Api.checkVersion, ({ payload: { clientVersion } }) =>
    Effect.succeed(
      version.test(clientVersion)
        ? { upToDate: true as const }
        : { upToDate: false as const, error: "The client's version is not of the form 1.2.3.", severe: true }
    )
  ),

  handle(
    Api.checkFeatureSupport,
    ({ payload }) => Effect.succeed(`${payload.feature_name ?? "This feature"} is not supported by this emulator.`),
    { prepare: RequestBody.readLenient, ignoresQuery: true }
  )
]
