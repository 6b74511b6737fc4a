/** All users of the project (docs/protocol/resources.md#users). */
import * as Effect from "effect/Effect"
import type * as Api from "../api/Users.ts"
import { orNotSupported } from "../app/OrNotSupported.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import { maxUsersPerPage } from "../domain/Page.ts"
import { ofUsers } from "../domain/Resource.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import * as ApiKeysWire from "../wire/generated/ApiKeys.ts"
import * as Wire from "../wire/generated/Users.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { asServer, succeedNull } from "./AsServer.ts"
import * as Pages from "./Pages.ts"
import { toPayload, type NewUser, type UserUpdate } from "./UserInput.ts"

export type { ServerUser } from "../api/schema/User.ts"
export type { NewUser, UserUpdate } from "./UserInput.ts"

/**
 * Creates a user, even if sign-up is off. Fails with `UserWithEmailAlreadyExists` if another user signs in with the
 * address.
 */
export const create = asServer.write("server/Users.create", Wire.createUser, {
  input: (input: NewUser = {}) => ({ payload: toPayload(input) }),
  changes: ["users", "contactChannels", "teams", "members", "permissions", "projects", "metrics"]
})

/** A user by id. Fails with `UserNotFound`. */
export const get = asServer.read("server/Users.get", Wire.getUser, {
  input: (userId: UserId) => ({ params: { userId } }),
  shows: ["users"]
})

/** Returns a user by id, or null if it does not exist or the text is not a valid ID. */
export const find = asServer.read("server/Users.find", [Wire.getUser], { shows: ["users"] })((userId: UserId) =>
  Effect.catchTag(get(userId), "UserNotFound", () => succeedNull).pipe(
    Effect.catchReason("RequestRefused", "SchemaError", () => succeedNull)
  )
)

/**
 * Returns the user that owns an API key, or null if the key does not work. `ApiKeys.verifyOfUser` returns the reason.
 */
export const findByApiKey = asServer.read("server/Users.findByApiKey", [ApiKeysWire.checkUserApiKey, Wire.getUser], {
  shows: ["users", "apiKeys"]
})(function* (apiKey: SecretInput) {
  const key = yield* ApiKeys.checkOfUser(apiKey)
  return key === null ? null : yield* find(key.userId)
})

/**
 * Changes a user and returns it.
 *
 * In the current service a changed `primaryEmail` leaves the former address as a channel that still signs in, and the
 * new one is unverified unless `primaryEmailVerified` is true. To replace the address use `ContactChannels.update` with
 * `value`.
 */
export const update = asServer.write("server/Users.update", Wire.updateUser, {
  input: ({ userId, ...rest }: UserUpdate & { readonly userId: UserId }) => ({
    params: { userId },
    payload: toPayload(rest)
  }),
  changes: ["users", "sessions", "contactChannels", "members", "metrics"]
})

/**
 * Sets the password of a user, or removes it with null, without the old one. All sessions of the user end. The service
 * checks no minimum length here.
 */
export const setPassword = asServer.write("server/Users.setPassword", Wire.updateUser, {
  input: ({ password, userId }: { readonly userId: UserId; readonly password: SecretInput | null }) => ({
    params: { userId },
    payload: toPayload({ password })
  }),
  changes: ["users", "sessions", "contactChannels", "members", "metrics"]
})

/** The reasons of a restriction: one to show to the user, and one for administrators. */
export interface Restriction {
  /** The reason to show to the user: their app reads it as `restrictedByAdminReason`. Default: nothing. */
  readonly reason?: string | null | undefined
  /** For administrators only: neither clients nor access tokens ever have it. Default: nothing. */
  readonly privateDetails?: string | null | undefined
}

/**
 * Restricts a user, or changes the reason of a restriction. The user stays signed in. Each session is restricted from
 * its next access token: when the app refreshes, at the latest after 10 minutes. From then on the service answers only
 * apps that admit restricted users, and backends refuse them by default (docs/guides/which-service.md). Earlier access
 * tokens stay unrestricted until they expire.
 *
 * Fails with `UserNotFound`, and with `NotSupportedByService` in the service of 2025-06, which restricts nobody.
 */
export const restrict = asServer.write("server/Users.restrict", [Wire.updateUser], { changes: ["users", "members"] })(
  ({ privateDetails = null, reason = null, userId }: Restriction & { readonly userId: UserId }) =>
    setRestriction(userId, {
      restrictedByAdmin: true,
      restrictedByAdminReason: reason,
      restrictedByAdminPrivateDetails: privateDetails
    })
)

/**
 * Lifts the restriction by an administrator, with its reason and details. Other restrictions stay, such as an address
 * that is not verified. Fails like {@link restrict}.
 */
export const liftRestriction = asServer.write("server/Users.liftRestriction", [Wire.updateUser], {
  changes: ["users", "members"]
})((userId: UserId) =>
  setRestriction(userId, {
    restrictedByAdmin: false,
    restrictedByAdminReason: null,
    restrictedByAdminPrivateDetails: null
  })
)

const setRestriction = (
  userId: UserId,
  payload: Pick<Api.UpdateUser, "restrictedByAdmin" | "restrictedByAdminReason" | "restrictedByAdminPrivateDetails">
) => asServer.call(Wire.updateUser, { params: { userId }, payload }).pipe(orNotSupported("restricted_by_admin"))

const delete_ = asServer.write("server/Users.delete", Wire.deleteUser, {
  input: (userId: UserId) => ({ params: { userId } }),
  changes: ofUsers
})
export {
  /** Deletes a user with their memberships, sessions and contact channels. */
  delete_ as delete
}

/** Filters and order of users. */
export interface Filter {
  /** Only members of this team. */
  readonly teamId?: TeamId | undefined
  /** Only users with this id, or with this text in their name or an address. */
  readonly query?: string | undefined
  /**
   * Default: `signedUpAt`. The service of 2025-06 refuses `lastActiveAt` with `RequestRefused` of reason `SchemaError`.
   */
  readonly orderBy?: "signedUpAt" | "lastActiveAt" | undefined
  /** Newest first. Default: oldest first. */
  readonly desc?: boolean | undefined
  /**
   * Include restricted users, such as those whose address is not verified although the project requires it. The current
   * service leaves them out by default. The service of 2025-06 lists all users, and refuses this option and the next
   * three with `RequestRefused` of reason `SchemaError`. Neither can list restricted users only: filter the result.
   */
  readonly includeRestricted?: boolean | undefined
  /** Include anonymous users, and restricted ones. */
  readonly includeAnonymous?: boolean | undefined
  /** Only anonymous users. */
  readonly onlyAnonymous?: boolean | undefined
  /** Leave out users whose primary address is at one of these domains, at most 100. A subdomain is another domain. */
  readonly excludedEmailDomains?: ReadonlyArray<string> | undefined
}

/** A page of users. */
export interface PageOptions extends Filter {
  /** Where the page starts: the `nextCursor` of the page before. */
  readonly cursor?: string | undefined
  /** The size of the page, 1 to 1,000. */
  readonly limit: number
}

const orders = { signedUpAt: "signed_up_at", lastActiveAt: "last_active_at" } as const

const readPage = ({ excludedEmailDomains = [], orderBy, ...query }: PageOptions) =>
  asServer.call(Wire.listUsers, {
    query: {
      ...query,
      orderBy: orderBy && orders[orderBy],
      ...(excludedEmailDomains.length > 0 && { excludedEmailDomains: excludedEmailDomains.join(",") }),
      // The service requires both.
      ...(query.onlyAnonymous === true && { includeAnonymous: true })
    }
  })

/** All users in an array, 1,000 with each request. For many users, `stream` holds one page in memory at a time. */
export const list = asServer.read("server/Users.list", [Wire.listUsers], { shows: ["users"] })((filter: Filter = {}) =>
  Pages.readAll(Wire.listUsers, (cursor) => readPage({ ...filter, limit: maxUsersPerPage, cursor }))
)

/** One page of users; `nextCursor` is null at the end. `stream` reads all pages. */
export const page = asServer.read("server/Users.page", [Wire.listUsers], { shows: ["users"] })(readPage)
