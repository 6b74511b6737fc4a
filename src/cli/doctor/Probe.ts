/** One request without any key, which shows what answers at a URL. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { trimEnd } from "../../domain/text/TrimEnd.ts"
import { isWebUrl } from "../../domain/url/AbsoluteUrl.ts"
import { readErrorCode } from "../../terminal/SystemError.ts"

/** The response of a service, or the reason why none came. */
export type ProbeResult =
  | {
      readonly _tag: "Answered"
      readonly status: number
      readonly location: string | null
      readonly contentType: string
      readonly knownError: string | null
      /** By how much the service's clock is ahead, in milliseconds; undefined if it does not say. */
      readonly aheadMillis: number | undefined
    }
  | { readonly _tag: "Failed"; readonly kind: "dns" | "tls" | "refused" | "timeout" | "url"; readonly detail: string }

export const patienceMillis = 8000

const nobody = "00000000-0000-4000-8000-000000000000"

const tlsCode = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO|HTTP_REQUEST/

const toFailure = (error: unknown): ProbeResult => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = readErrorCode(cause) ?? (error instanceof Error ? error.name : "")
  const makeFailure = (kind: Extract<ProbeResult, { _tag: "Failed" }>["kind"]): ProbeResult => ({
    _tag: "Failed",
    kind,
    detail: code
  })
  if (/ENOTFOUND|EAI_/.test(code)) return makeFailure("dns")
  if (tlsCode.test(code)) return makeFailure("tls")
  return makeFailure(/Timeout|Abort|ETIMEDOUT/i.test(code) ? "timeout" : "refused")
}

/** No request was sent, because no service is named, or two are. */
export const unnamed: ProbeResult = { _tag: "Failed", kind: "url", detail: "no service is named" }

/** Sends a request for a project that does not exist. Each generation has a distinct response to it. */
export const ask = Effect.fnUntraced(function* (apiUrl: string) {
  const text = apiUrl.trim()
  if (!isWebUrl(text)) {
    return { _tag: "Failed", kind: "url", detail: "it is no URL" } satisfies ProbeResult
  }
  // Corrects a wrong path, because other checks report it.
  const { origin, pathname } = new URL(text)
  const url = origin + trimEnd(pathname.replace(/\/api\/(v\d|latest).*$/, ""), "/")
  const before = yield* Clock.currentTimeMillis
  const response = yield* Effect.tryPromise((signal) =>
    fetch(`${url}/api/v1/projects/current`, {
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMillis)]),
      headers: {
        "x-stack-access-type": "client",
        "x-stack-project-id": nobody,
        "x-stack-publishable-client-key": "pck_doctor"
      }
    })
  ).pipe(
    Effect.mapError(({ cause }) => toFailure(cause)),
    Effect.result
  )
  if (Result.isFailure(response)) return response.failure
  const { headers, status } = response.success
  // Nothing of the body is needed.
  yield* Effect.promise(async () => response.success.body?.cancel().catch(() => undefined))
  const after = yield* Clock.currentTimeMillis
  const date = Date.parse(headers.get("date") ?? "")
  return {
    _tag: "Answered",
    status,
    location: headers.get("location"),
    contentType: headers.get("content-type") ?? "",
    knownError: headers.get("x-stack-known-error") ?? headers.get("x-hexclave-known-error"),
    // The header has whole seconds.
    aheadMillis: Number.isNaN(date) ? undefined : date + 500 - (before + after) / 2
  } satisfies ProbeResult
})

export const notForService =
  "the key is from the environment and the service from an env file, which may not be yours: set STACK_API_URL in the environment"

export const isService = (answer: ProbeResult): answer is Extract<ProbeResult, { _tag: "Answered" }> =>
  answer._tag === "Answered" && answer.knownError !== null
