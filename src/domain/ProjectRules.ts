/** Rules for the configuration of a project in requests. */
import * as Redacted from "effect/Redacted"
import { isEmail } from "./text/EmailAddress.ts"

/** A trusted domain is an http(s) URL, its handler a path. */
export const isTrustableDomain = (domain: {
  readonly domain: string
  readonly handlerPath: string
}): boolean | string =>
  !/^https?:\/\//.test(domain.domain) || !URL.canParse(domain.domain)
    ? "a domain that starts with http:// or https://"
    : domain.handlerPath.startsWith("/") || "a handler path that starts with /"

/** A standard provider needs a client id, and a client secret or Apple's key; unknown kinds are refused. */
export const isCompleteOAuthProvider = (provider: {
  readonly type: string
  readonly clientId?: string | undefined
  readonly clientSecret?: Redacted.Redacted | undefined
  readonly appleTeamId?: string | undefined
  readonly appleKeyId?: string | undefined
  readonly applePrivateKey?: Redacted.Redacted | undefined
}): boolean | string => {
  if (provider.type === "shared") return true
  if (provider.type !== "standard") return "a provider of type shared or standard"
  const { appleKeyId, applePrivateKey, appleTeamId, clientId, clientSecret } = provider
  const isKnown = (clientId ?? "") !== ""
  const hasKey = Boolean(appleTeamId) && Boolean(appleKeyId) && isSecret(applePrivateKey)
  return (
    (isKnown && (isSecret(clientSecret) || hasKey)) || "a standard provider to have a client id and a client secret"
  )
}

const isSecret = (secret: Redacted.Redacted | undefined) => secret !== undefined && Redacted.value(secret) !== ""

interface EmailConfig {
  readonly type: string
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly username?: string | undefined
  readonly password?: Redacted.Redacted | undefined
  readonly senderName?: string | undefined
  readonly senderEmail?: string | undefined
}

/** A standard mail server needs all its fields, with a host, a port and an address that can be real. */
export const isCompleteEmailConfig = (config: EmailConfig): boolean | string => {
  const { host, password, port, senderEmail, senderName, type, username } = config
  if (type === "shared") return true
  if (type !== "standard") return "a mail server of type shared or standard"
  if (
    host === undefined ||
    port === undefined ||
    username === undefined ||
    password === undefined ||
    senderName === undefined ||
    senderEmail === undefined
  ) {
    return "a standard mail server to have host, port, username, password, sender name and sender email"
  }
  if (host === "") return "the mail server to have a host that is not empty"
  if (!isPort(port)) return "the port of the mail server to be an integer between 0 and 65535"
  return isEmail(senderEmail) || "the sender email of the mail server to be an email address"
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 0 && port <= 65_535
