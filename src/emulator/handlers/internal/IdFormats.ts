/** The form of ids in requests (docs/protocol/headers.md#ids). The service answers others with `SCHEMA_ERROR`. */
import * as SchemaErrorText from "../../http/SchemaErrorText.ts"

/** A UUID with version and variant, or all zeros. */
const uuid = /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}(?:-0{4}){3}-0{12})$/i

const permission = /^\$?[a-z0-9_:]+$/

/** Fields with the id of a user. They also accept `me`, the current user. */
const userIds = ["userId", "creatorUserId"]

const otherIds = [
  "teamId",
  "selectedTeamId",
  "teamInvitationId",
  "sessionId",
  "contactChannelId",
  "apiKeyId",
  "internalApiKeyId",
  "emailDraftId",
  "emailTemplateId",
  "emailThemeId",
  "providerAccountId",
  "templateId",
  "outboxEmailId",
  "notificationCategoryId",
  "ownerTeamId",
  "themeId",
  "cursor"
]

interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

const findProblem = (name: string, value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  const isUserId = userIds.includes(name)
  if (isUserId || otherIds.includes(name)) {
    return uuid.test(value) || (isUserId && value === "me") ? undefined : "must be a valid UUID"
  }
  return name === "permissionId" && !permission.test(value) ? "must be a permission id" : undefined
}

/** One sentence for each invalid id of a decoded request. */
export const listViolations = ({ params, payload, query }: Parts): ReadonlyArray<string> =>
  Object.entries({ params, query, body: payload }).flatMap(([slot, part]) =>
    typeof part !== "object" || part === null
      ? []
      : Object.entries(part).flatMap(([name, value]) => {
          const problem = findProblem(name, value)
          return problem === undefined ? [] : [`${SchemaErrorText.formatPlace(slot, [name])} ${problem}`]
        })
  )
