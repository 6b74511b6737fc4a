/** Whether a user is restricted, in one form for services that say so and those that do not. */

interface Reason {
  readonly type: string
}

/** How a user is restricted. */
export interface UserRestriction {
  readonly isRestricted: boolean
  readonly restrictedReason: string | null
}

/**
 * A service that does not restrict users says nothing about it. Anonymous users are restricted there too, as far as
 * apps are concerned: they have yet to sign up, and apps need not know which service they talk to.
 */
export const toRestriction = ({
  isAnonymous,
  isRestricted = isAnonymous,
  restrictedReason = isAnonymous ? { type: "anonymous" } : null
}: {
  readonly isAnonymous: boolean
  readonly isRestricted?: boolean | undefined
  readonly restrictedReason?: Reason | null | undefined
}): UserRestriction => ({ isRestricted, restrictedReason: restrictedReason && restrictedReason.type })

/** Encodes it for the wire, for a service that restricts users: such a service says who restricted them. */
export const fromRestriction = ({
  isRestricted,
  restrictedByAdmin,
  restrictedReason
}: UserRestriction & { readonly restrictedByAdmin?: boolean | undefined }): {
  readonly isRestricted: boolean | undefined
  readonly restrictedReason: Reason | null | undefined
} =>
  restrictedByAdmin === undefined
    ? { isRestricted: undefined, restrictedReason: undefined }
    : { isRestricted, restrictedReason: restrictedReason === null ? null : { type: restrictedReason } }
