/** Checks of the configuration in requests (docs/protocol/resources.md#projects). */
import * as Schema from "effect/Schema"
import * as Rules from "../domain/ProjectRules.ts"
import type { Domain, EmailConfig, OAuthProviderSettings } from "./schema/Project.ts"
import * as Rule from "./schema/Rule.ts"

export const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

/** A trusted domain is an http(s) URL, its handler a path. */
export const isTrustableDomain = Rule.check<Domain>(Rules.isTrustableDomain, "a domain to trust")

/** A standard provider needs a client id and a client secret; other kinds are refused. */
export const isCompleteOAuthProvider = Rule.check<OAuthProviderSettings>(
  Rules.isCompleteOAuthProvider,
  "a complete provider"
)

/** A standard mail server needs all its fields, with a host, a port and an address that can be real. */
export const isCompleteEmailConfig = Rule.check<EmailConfig>(Rules.isCompleteEmailConfig, "a complete mail server")
