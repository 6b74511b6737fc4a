/** How tests talk to an emulator: requests as an app would send them, answers with what tests look at. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import type { AccessLevel } from "../../src/domain/AccessLevel.ts"
import * as Emulator from "../../src/emulator/index.ts"
import { load } from "../../src/emulator/mail/tsx/Parse.ts"
import { turns } from "./turns.ts"

/** An emulator whose passwords cost nothing, with a project and everything reproducible. */
export const layer = (options: Emulator.Options = {}) =>
  Emulator.layer({ passwordCost: "insecure-fast", randomSeed: "test", project: {}, ...options })

/**
 * Lets every fiber take a few steps at a time, in the emulator too when its layer is provided inside: otherwise
 * parallel requests run one after the other, and prove nothing about what happens between two statements.
 */
export const interleaved = Effect.provideService(References.MaxOpsBeforeYield, 16)

export interface Answer {
  readonly status: number
  readonly knownError: string | undefined
  readonly headers: Headers
  readonly text: string
  /** The JSON of the body, or `undefined`. */
  readonly body: any
}

export interface Call {
  readonly level?: AccessLevel | undefined
  readonly project?: Partial<Emulator.ProjectCredentials> | undefined
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The name of the service in the names of headers. Default: `stack`. */
  readonly brand?: "stack" | "hexclave" | undefined
}

export const server = { level: "server" } as const
export const admin = { level: "admin" } as const

const makeKeyHeader = (level: AccessLevel, project: Partial<Emulator.ProjectCredentials>) => {
  if (level === "client") return { "x-stack-publishable-client-key": project.publishableClientKey }
  if (level === "server") return { "x-stack-secret-server-key": project.secretServerKey }
  return { "x-stack-super-secret-admin-key": project.superSecretAdminKey }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A request with exactly these headers. */
export const raw = Effect.fnUntraced(function* (method: string, path: string, init: RequestInit = {}) {
  const emulator = yield* Emulator.Emulator
  const response = yield* emulator.handle(new Request(emulator.baseUrl + path, { method, ...init }))
  const text = yield* Effect.promise(() => response.text())
  const answer: Answer = {
    status: response.status,
    knownError: response.headers.get("x-stack-known-error") ?? undefined,
    headers: response.headers,
    text,
    body: parse(text)
  }
  return answer
})

/** A request below `/__emulator`, with the emulator's token. A body is sent as JSON, unless it is text. */
export const control = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
  const { controlToken } = yield* Emulator.Emulator
  return yield* raw(method, `/__emulator/${path}`, {
    headers: { "x-gatefold-emulator-token": Redacted.value(controlToken) },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
})

/** A request below `/api/v1`, as an app of a level sends it; client level and the emulator's own project by default. */
export const call = Effect.fnUntraced(function* (method: string, path: string, options: Call = {}) {
  const emulator = yield* Emulator.Emulator
  const { body, brand = "stack", level = "client", project = emulator.project ?? emulator.internal, token } = options
  const given: Record<string, string | undefined> = {
    "x-stack-access-type": level,
    "x-stack-project-id": project.projectId,
    ...makeKeyHeader(level, project),
    "x-stack-access-token": token,
    "content-type": body === undefined || typeof body === "string" ? undefined : "application/json",
    ...options.headers
  }
  const headers = Object.entries(given).flatMap(([name, value]): Array<[string, string]> =>
    value === undefined ? [] : [[name.replace(/^x-stack-/, `x-${brand}-`), value]]
  )
  return yield* raw(method, `/api/v1${path}`, {
    headers,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
})

export const password = "correct horse battery"
export const callbackUrl = "http://localhost:3000/verify"

/** Signs up and answers the tokens. */
export const signUp = Effect.fnUntraced(function* (email: string, options: Call & { readonly password?: string } = {}) {
  const { password: chosen = password, ...rest } = options
  const { body } = yield* call("POST", "/auth/password/sign-up", {
    ...rest,
    body: { email, password: chosen, verification_callback_url: callbackUrl }
  })
  return body as { readonly access_token: string; readonly refresh_token: string; readonly user_id: string }
})

/** Uses a refresh token at the token endpoint. */
export const refresh = Effect.fnUntraced(function* (refreshToken: string) {
  const { baseUrl: _, internal, project } = yield* Emulator.Emulator
  const credentials = project ?? internal
  return yield* raw("POST", "/api/v1/auth/oauth/token", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: credentials.projectId,
      client_secret: credentials.publishableClientKey
    })
  })
})

/** Waits until the emulator's background has come to rest, and has sent its mails. */
export const settleMails = Effect.gen(function* () {
  // The first mail in a process waits for it, too.
  yield* Effect.orDie(load)
  yield* Effect.yieldNow
  yield* turns()
})

/** Every mail to an address so far. */
export const mailsTo = Effect.fnUntraced(function* (to: string) {
  yield* settleMails
  return yield* (yield* Emulator.Emulator).mailbox.list({ to })
})
