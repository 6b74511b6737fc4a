/**
 * Why a user is restricted: signed in, but with fewer rights while the reason applies. Only the current service has
 * restricted users.
 */
import type { OpenEnum } from "./OpenEnum.ts"

/**
 * Why a user is restricted: `anonymous` is a guest, `email_not_verified` has to verify the primary address because the
 * project asks for it, `restricted_by_administrator` has to be released by one. There may be more.
 */
export interface RestrictedReason {
  readonly type: OpenEnum<"anonymous" | "email_not_verified" | "restricted_by_administrator">
}
