/**
 * Calls endpoint values over the `Http` port: headers, limits, retries, and one
 * error for every way in which no answer comes. It knows no session.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { ClientAccess } from "../api/Access.ts"
import type { AccessLevel } from "../domain/AccessLevel.ts"
import type { UnsupportedError } from "../domain/errors/ProjectAccess.ts"
import type { KnownError } from "../domain/KnownError.ts"
import * as Endpoint from "./Endpoint.ts"
import { type Execute, Http, type HttpFailure, type HttpResponse } from "./Http.ts"
import { Online } from "./Online.ts"
import type { ProjectConfig } from "./ProjectConfig.ts"
import { FailedAttempt, maxRetryAfterMillis, parseRetryAfter, RetryPolicy } from "./RetryPolicy.ts"
import * as Reason from "./TransportError.ts"

/** How to tell the service who is calling: an access level and the keys that prove it. */
export interface Access {
  readonly level: AccessLevel
  readonly keys: ReadonlyArray<readonly [header: string, value: Redacted.Redacted]>
}

/** The user on whose behalf a call is made. */
export interface Credentials {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted | undefined
}

/** What any call can fail with beside the known errors of its endpoint. */
export type CallError = Reason.TransportError | UnsupportedError

/** An endpoint that a client may call; `api/Access` says which. */
export type ClientEndpoint = Endpoint.Any & { readonly "~Middleware": ClientAccess }

/** Calls endpoints of one project at one access level. */
export interface Transport {
  readonly project: ProjectConfig
  /** Calls an endpoint, on behalf of a user when credentials are given. */
  readonly call: <E extends Endpoint.Any>(
    endpoint: E,
    input: Endpoint.Input<E>,
    credentials?: Credentials
  ) => Effect.Effect<Endpoint.Success<E>, Endpoint.KnownErrors<E> | CallError>
}

/** The longest that one attempt may take: connection, headers and body. */
const attemptMillis = 30_000
const maxResponseBytes = 10 * 1024 * 1024

/** Builds the transport of a project at an access level, over the current `Http`. */
export const make = Effect.fnUntraced(function*(project: ProjectConfig, access: Access) {
  const execute = yield* Http
  const online = yield* Online
  const root = `${project.apiUrl}/api/v1`
  const fixedHeaders = makeFixedHeaders(project, access)

  const call = Effect.fnUntraced(function*(
    endpoint: Endpoint.Any,
    input: Endpoint.Input<Endpoint.Any>,
    credentials: Credentials | undefined
  ): Effect.fn.Return<unknown, KnownError | Reason.TransportError> {
    const started = yield* Clock.currentTimeMillis
    const policy = yield* RetryPolicy
    const codec = Endpoint.codec(endpoint)
    const idempotent = isIdempotent(endpoint.method)
    let attempts = 0

    const fail = (reason: Reason.Reason, sent: boolean) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.fail(
          new Reason.TransportError({
            reason,
            method: endpoint.method,
            path: endpoint.path,
            attempts,
            elapsedMillis: now - started,
            outcomeUnknown: sent && !idempotent && Reason.leavesOutcomeUnknown(reason)
          })
        ))

    const encoded = yield* Effect.catch(codec.encode(input), (reason) => fail(reason, false))

    const attempt = Effect.gen(function*() {
      attempts++
      const response = yield* execute({
        method: endpoint.method,
        url: root + encoded.path,
        headers: {
          ...(endpoint.middlewares.size === 0 ? undefined : fixedHeaders),
          "x-stack-random-nonce": makeNonce(yield* Random.Random),
          ...(encoded.contentType === undefined ? undefined : { "content-type": encoded.contentType }),
          ...credentialHeaders(credentials)
        },
        body: encoded.body,
        maxResponseBytes
      }).pipe(
        Effect.mapError((failure) => unanswered(failure, idempotent)),
        Effect.timeoutOrElse({ duration: attemptMillis, orElse: () => Effect.fail(timedOut(idempotent)) })
      )
      const status = actualStatus(response)
      const refusal = refuse(response, status, yield* Clock.currentTimeMillis)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      // A known error is an answer like any other: it is not the policy's to repeat it.
      const answer = yield* Effect.result(codec.decode(response, status))
      return Result.isFailure(answer) && Reason.isReason(answer.failure)
        ? yield* new FailedAttempt({ reason: answer.failure })
        : answer as Result.Result<unknown, KnownError>
    })

    const answer = yield* attempt.pipe(
      Effect.retry(policy),
      Effect.catch(({ reason, sent }) =>
        Effect.flatMap(diagnose(reason, execute, online, project.apiUrl), (reason) => fail(reason, sent))
      )
    )
    return yield* Effect.fromResult(answer)
  })

  // The implementation works on any endpoint; its type follows from the one that is passed.
  return { project, call: call as Transport["call"] } satisfies Transport
})

/* ----------------------------------------------------------------- requests */

const clientVersion = "js gatefold@0.1.0"

const makeFixedHeaders = (project: ProjectConfig, access: Access): Readonly<Record<string, string>> => ({
  ...project.extraRequestHeaders,
  "x-stack-override-error-status": "true",
  "x-stack-project-id": project.projectId,
  "x-stack-access-type": access.level,
  "x-stack-client-version": clientVersion,
  "ngrok-skip-browser-warning": "true",
  ...Object.fromEntries(access.keys.map(([header, value]) => [header, Redacted.value(value)]))
})

const credentialHeaders = (credentials: Credentials | undefined): Readonly<Record<string, string>> => ({
  ...(credentials === undefined ? undefined : { "x-stack-access-token": Redacted.value(credentials.accessToken) }),
  ...(credentials?.refreshToken === undefined
    ? undefined
    : { "x-stack-refresh-token": Redacted.value(credentials.refreshToken) })
})

const isIdempotent = (method: string) => method !== "POST" && method !== "PATCH"

const nonceAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** A cache buster of 45 characters, new for each attempt. It protects nothing, so it need not be secret. */
const makeNonce = (random: typeof Random.Random["Service"]): string => {
  let nonce = ""
  while (nonce.length < 45) {
    let bits = random.nextIntUnsafe() >>> 0
    for (let i = 0; i < 5; i++, bits >>>= 5) nonce += nonceAlphabet[bits & 31]
  }
  return nonce
}

/* ------------------------------------------------------------------ answers */

/** The real status: `x-stack-actual-status` stands for it behind a 200 (wire/headers §5). */
const actualStatus = (response: HttpResponse): number => {
  const header = response.header("x-stack-actual-status")
  if (header === undefined || response.status !== 200) return response.status
  return /^[2-5]\d\d$/.test(header) ? Number(header) : NaN
}

/** Answers that are refused before an endpoint's own decoder sees them. */
const refuse = (response: HttpResponse, status: number, now: number): FailedAttempt | undefined => {
  if (Number.isNaN(status)) {
    return new FailedAttempt({
      reason: new Reason.InvalidServerResponse({ status: response.status, detail: "malformed x-stack-actual-status" })
    })
  }
  if (status >= 300 && status < 400) {
    return new FailedAttempt({
      reason: new Reason.UnexpectedRedirect({ status, host: hostOf(response.header("location")) })
    })
  }
  if (status === 429) {
    const retryAfterMillis = parseRetryAfter(response.header("retry-after"), now)
    return new FailedAttempt({
      reason: new Reason.RateLimited({ retryAfterMillis }),
      repeatable: (retryAfterMillis ?? 0) <= maxRetryAfterMillis,
      retryAfterMillis: retryAfterMillis ?? 0
    })
  }
  if (status === 508 && response.text.includes("INFINITE_LOOP_DETECTED")) {
    return new FailedAttempt({
      reason: new Reason.UnexpectedStatus({ status, text: "infinite loop detected" }),
      repeatable: true
    })
  }
  return undefined
}

const hostOf = (location: string | undefined): string | undefined =>
  location !== undefined && URL.canParse(location) ? new URL(location).host : undefined

/* ----------------------------------------------------------------- failures */

const unanswered = (failure: HttpFailure, idempotent: boolean): FailedAttempt => {
  switch (failure.kind) {
    case "Network":
      return new FailedAttempt({
        reason: new Reason.Network({ detail: failure.detail, healthy: false }),
        sent: failure.sent,
        repeatable: idempotent || !failure.sent
      })
    case "TooLarge":
      return new FailedAttempt({ reason: new Reason.ResponseTooLarge({ limitBytes: maxResponseBytes }) })
    case "Redirect":
      return new FailedAttempt({ reason: new Reason.UnexpectedRedirect({ status: 0, host: undefined }) })
  }
}

const timedOut = (idempotent: boolean): FailedAttempt =>
  new FailedAttempt({
    reason: new Reason.Timeout({ limitMillis: attemptMillis, healthy: false }),
    repeatable: idempotent
  })

/** Once a call is given up: is the device offline, and does the configured host answer at all? */
const diagnose = Effect.fnUntraced(function*(
  reason: Reason.Reason,
  execute: Execute,
  online: Effect.Effect<boolean>,
  apiUrl: string
): Effect.fn.Return<Reason.Reason> {
  if (reason._tag !== "Network" && reason._tag !== "Timeout") return reason
  if (!(yield* online)) return new Reason.Offline()
  const healthy = yield* execute({
    method: "GET",
    url: `${apiUrl}/health`,
    headers: {},
    body: undefined,
    maxResponseBytes: 4096
  }).pipe(
    Effect.map((response) => response.status === 200),
    Effect.timeout("5 seconds"),
    Effect.orElseSucceed(() => false)
  )
  return reason._tag === "Network"
    ? new Reason.Network({ ...reason, healthy })
    : new Reason.Timeout({ ...reason, healthy })
})
