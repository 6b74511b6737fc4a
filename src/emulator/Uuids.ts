/** Ids in requests that the service takes only as UUIDs (wire/headers §4); it answers `SCHEMA_ERROR` to others. */
import * as SchemaErrorText from "./SchemaErrorText.ts"

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const NAMES = [
  "userId",
  "creatorUserId",
  "teamId",
  "selectedTeamId",
  "teamInvitationId",
  "sessionId",
  "contactChannelId",
  "apiKeyId",
  "internalApiKeyId",
  "cursor"
]

/** Where the service says `me`, it takes that word for the id of the signed-in user. */
const isId = (value: string) => value === "me" || UUID.test(value)

interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

/** One sentence for each id of a decoded request that is no UUID. */
export const violations = ({ params, payload, query }: Parts): ReadonlyArray<string> =>
  Object.entries({ params, query, body: payload }).flatMap(([slot, part]) =>
    typeof part !== "object" || part === null
      ? []
      : Object.entries(part)
          .filter(([name, value]) => NAMES.includes(name) && typeof value === "string" && !isId(value))
          .map(([name]) => `${SchemaErrorText.place(slot, [name])} must be a valid UUID`)
  )
