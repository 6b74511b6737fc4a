/**
 * Refusals because of a flag of the project that the service answers as plain text, without a code: `message` is that
 * text.
 *
 * Errors with a code are declared in their areas: `SignUpNotEnabled`, `PasswordAuthenticationNotEnabled`,
 * `PasskeyAuthenticationNotEnabled` and `AnonymousAccountsNotEnabled`.
 */
import type * as Cause from "effect/Cause"
import { TaggedError } from "../TaggedError.ts"

/** The members of every error of this module. */
export interface RefusedInText {
  readonly _tag: string
  /** The text of the service. */
  readonly error: string
  /** The ID by which the service's operators find the request in their logs. */
  readonly requestId?: string | undefined
}

type Refusal<Tag extends string> = new (
  props: Omit<RefusedInText, "_tag">
) => Cause.YieldableError & RefusedInText & { readonly _tag: Tag }

/** The class of a refusal in plain text. */
export const refusal = <const Tag extends string>(tag: Tag): Refusal<Tag> =>
  class extends TaggedError(tag)<Omit<RefusedInText, "_tag">> {
    override get message() {
      return this.error
    }
  }

/** The project does not let clients create teams (`clientTeamCreationEnabled`). */
export class ClientTeamCreationNotEnabled extends refusal("ClientTeamCreationNotEnabled") {}

/** The project does not let users delete themselves (`clientUserDeletionEnabled`). */
export class ClientUserDeletionNotEnabled extends refusal("ClientUserDeletionNotEnabled") {}

/** The project does not let users sign in with mailed links and codes (`magicLinkEnabled`). */
export class MagicLinkNotEnabled extends refusal("MagicLinkNotEnabled") {}

/** The project has no API keys of users (`allowUserApiKeys`). */
export class UserApiKeysNotEnabled extends refusal("UserApiKeysNotEnabled") {}

/** The project has no API keys of teams (`allowTeamApiKeys`). */
export class TeamApiKeysNotEnabled extends refusal("TeamApiKeysNotEnabled") {}

/** A project that a user owns, and no team, cannot be given to another team. */
export class ProjectWithoutTeam extends refusal("ProjectWithoutTeam") {}
