/**
 * What the configuration in a request must fulfil (docs/protocol/resources.md#projects).
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Email } from "./schema/Email.ts"
import type { Domain, EmailConfig, OAuthProviderSettings } from "./schema/Project.ts"

/** A TCP port. */
export const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

/** A trusted domain is an http(s) URL, its handler a path. */
export const isTrustableDomain = Schema.makeFilter((domain: Domain) =>
  !/^https?:\/\//.test(domain.domain) || !URL.canParse(domain.domain)
    ? "Expected a domain that starts with http:// or https://"
    : domain.handlerPath.startsWith("/") || "Expected a handler path that starts with /"
)

/** A standard provider needs a client id and a client secret; no other kinds can be asked for. */
export const isCompleteOAuthProvider = Schema.makeFilter(
  (provider: OAuthProviderSettings) =>
    provider.type === "shared" ||
    (provider.type === "standard"
      ? ((provider.clientId ?? "") !== "" &&
          provider.clientSecret !== undefined &&
          Redacted.value(provider.clientSecret) !== "") ||
        "Expected a standard provider to have a client id and a client secret"
      : "Expected a provider of type shared or standard")
)

/** What a standard mail server lacks to be used; undefined when it lacks nothing. */
const lackOf = ({ host, password, port, senderEmail, senderName, username }: EmailConfig): string | undefined => {
  const all = [host, port, username, password, senderName, senderEmail]
  if (all.includes(undefined)) {
    return "Expected a standard mail server to have host, port, username, password, sender name and sender e-mail"
  }
  if (host === "") return "Expected the mail server to have a host that is not empty"
  if (!isPort(port)) return "Expected the port of the mail server to be an integer between 0 and 65535"
  return isEmail(senderEmail) ? undefined : "Expected the sender e-mail of the mail server to be an e-mail address"
}

const isPort = Schema.is(Port)
const isEmail = Schema.is(Email)

/** A standard mail server needs all its fields, each of use; no other kinds can be asked for. */
export const isCompleteEmailConfig = Schema.makeFilter((config: EmailConfig) => {
  if (config.type === "shared") return true
  return config.type === "standard" ? (lackOf(config) ?? true) : "Expected a mail server of type shared or standard"
})
