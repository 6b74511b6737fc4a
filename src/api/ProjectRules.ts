/**
 * What the configuration in a request must fulfil (wire/endpoints §13).
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Domain, EmailConfig, OAuthProvider } from "../domain/Project.ts"

/** A trusted domain is an http(s) URL, its handler a path. */
export const isTrustableDomain = Schema.makeFilter((domain: Domain) =>
  !/^https?:\/\//.test(domain.domain) || !URL.canParse(domain.domain)
    ? "Expected a domain that starts with http:// or https://"
    : domain.handlerPath.startsWith("/") || "Expected a handler path that starts with /"
)

/** A standard provider needs a client id and a client secret; no other kinds can be asked for. */
export const isCompleteOAuthProvider = Schema.makeFilter(
  (provider: OAuthProvider) =>
    provider.type === "shared" ||
    (provider.type === "standard"
      ? ((provider.clientId ?? "") !== "" &&
          provider.clientSecret !== undefined &&
          Redacted.value(provider.clientSecret) !== "") ||
        "Expected a standard provider to have a client id and a client secret"
      : "Expected a provider of type shared or standard")
)

/** A standard mail server needs all its fields; no other kinds can be asked for. */
export const isCompleteEmailConfig = Schema.makeFilter(
  (config: EmailConfig) =>
    config.type === "shared" ||
    (config.type === "standard"
      ? (config.host !== undefined &&
          config.port !== undefined &&
          config.username !== undefined &&
          config.password !== undefined &&
          config.senderName !== undefined &&
          config.senderEmail !== undefined) ||
        "Expected a standard mail server to have host, port, username, password, sender name and sender e-mail"
      : "Expected a mail server of type shared or standard")
)
