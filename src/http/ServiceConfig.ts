/** Checked options that name the project and the service of an app. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { reveal } from "../domain/SecretInput.ts"
import { trimEnd } from "../domain/text/TrimEnd.ts"
import { isWebUrl } from "../domain/url/AbsoluteUrl.ts"
import { isLoopback } from "../domain/url/Loopback.ts"
import * as EffectVersion from "../platform/EffectVersion.ts"
import * as CallTimeout from "./CallTimeout.ts"

/** The vendor's hosted service (docs/protocol/headers.md#roots). */
export const defaultApiUrl = "https://api.stack-auth.com"

/** Options that name the app's project. */
export interface ProjectOptions {
  /** The project's id: a UUID, or `internal`. */
  readonly projectId: string
  /** The service, such as `http://127.0.0.1:8102`. Default: the vendor's hosted service. */
  readonly apiUrl?: string | undefined
  /** Headers to add to each request. Those the protocol uses itself are refused. */
  readonly extraRequestHeaders?: Readonly<Record<string, string>> | undefined
  /** Allows an `http:` URL of another machine, such as a service inside a private network. */
  readonly allowInsecureHttp?: boolean | undefined
  /**
   * How long a call may take, with the refresh of the session and all attempts: milliseconds, or a text such as `"5
   * seconds"`. Default: 30 seconds.
   */
  readonly timeout?: Duration.Input | undefined
}

/** A checked {@link ProjectOptions}. */
export interface ServiceConfig {
  readonly projectId: string
  /** Without a trailing slash and without `/api/v1`. */
  readonly apiUrl: string
  readonly extraRequestHeaders: Readonly<Record<string, string>>
  readonly timeoutMillis: number
}

/** Checks the options. Fails with {@link InvalidOption}. */
export const make = Effect.fnUntraced(function* (
  options: ProjectOptions
): Effect.fn.Return<ServiceConfig, InvalidOption> {
  yield* EffectVersion.check
  const projectId = yield* checkHeaderValue("projectId", options.projectId)
  const apiUrl = yield* parseApiUrl(options.apiUrl ?? defaultApiUrl, options.allowInsecureHttp ?? false)
  const timeoutMillis = CallTimeout.parse(options.timeout ?? CallTimeout.defaultMillis)
  if (timeoutMillis === undefined) return yield* refuse("timeout", CallTimeout.invalidTimeout)
  const extraRequestHeaders: Record<string, string> = {}
  for (const [name, value] of Object.entries(options.extraRequestHeaders ?? {})) {
    if (!/^[A-Za-z0-9-]+$/.test(name) || reservedHeader.test(name)) {
      const shown = name.replace(/[^\w-]/g, "?").slice(0, 40)
      return yield* refuse(`extraRequestHeaders.${shown}`, "reserved, or not a valid header name")
    }
    if (typeof value !== "string" || !/^[\x20-\x7e]*$/.test(value)) {
      return yield* refuse(`extraRequestHeaders.${name}`, "only printable ASCII characters are allowed")
    }
    extraRequestHeaders[name.toLowerCase()] = value
  }
  return { projectId, apiUrl, extraRequestHeaders, timeoutMillis }
})

/** Headers that say who calls, what the body is, or how the message is framed. */
const reservedHeader =
  /^(x-(?:stack|hexclave)-.*|authorization|cookie|host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|sec-.*)$/i

/**
 * Checks a key and wraps it. A key of a higher level is refused by its prefix, so that a secret cannot end up in a
 * browser by a mix-up.
 */
export const checkKey = Effect.fnUntraced(function* (
  option: string,
  value: string | Redacted.Redacted,
  prefix: "pck_" | "ssk_" | "sak_"
): Effect.fn.Return<Redacted.Redacted, InvalidOption> {
  const text = yield* checkHeaderValue(option, reveal(value))
  const otherPrefix = ["pck_", "ssk_", "sak_"].find((other) => other !== prefix && text.startsWith(other))
  if (otherPrefix === undefined) return Redacted.make(text, { label: option })
  return yield* refuse(option, `this is another kind of key (${otherPrefix}…); pass the one that begins with ${prefix}`)
})

const refuse = (option: string, problem: string) => Effect.fail(new InvalidOption({ option, problem }))

const parseApiUrl = (value: unknown, allowInsecureHttp: boolean): Effect.Effect<string, InvalidOption> => {
  const refuseApiUrl = (problem: string) => refuse("apiUrl", problem)
  if (typeof value !== "string" || !isWebUrl(value)) {
    return refuseApiUrl("must be an absolute http or https URL, such as http://127.0.0.1:8102")
  }
  if (/[\s\\\u0000-\u001f\u007f-\u009f]/.test(value)) return refuseApiUrl("must not have white space or backslashes")
  if (/[?#]/.test(value)) return refuseApiUrl("must not have a query or fragment")
  if (/^[^/]*\/\/[^/]*@/.test(value)) return refuseApiUrl("must not have a user name or password")
  const path = trimEnd(value.replace(/^[^/]*\/\/[^/]*/, ""), "/")
  if (/\/\/|%|(^|\/)\.{1,2}(\/|$)/.test(path)) return refuseApiUrl("must have a plain path")
  if (/\/api\/(v\d|latest)/.test(path)) return refuseApiUrl("must not have /api/v1, which is added")
  const url = new URL(value)
  if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return refuseApiUrl("must be https; for a trusted network set allowInsecureHttp")
  }
  return Effect.succeed(trimEnd(url.href, "/"))
}

// Ids and keys are sent as headers, so they have only visible ASCII characters.
const invalidHeaderValue =
  "only visible ASCII characters are allowed; copy it as the project's dashboard or the emulator shows it"

const checkHeaderValue = (option: string, value: unknown): Effect.Effect<string, InvalidOption> => {
  if (typeof value !== "string" || value === "") {
    const variable = option.replace(/[A-Z]/g, "_$&").toUpperCase()
    const problem =
      `it is missing; pass { ${option} }, or set HEXCLAVE_${variable} or STACK_${variable} for a config layer. ` +
      "The emulator prints it (npx gatefold start), and the project's dashboard shows it"
    return refuse(option, problem)
  }
  return /^[\x21-\x7e]+$/.test(value) ? Effect.succeed(value) : refuse(option, invalidHeaderValue)
}
