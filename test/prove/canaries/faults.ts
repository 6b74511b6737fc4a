/** Services that fail, and tell in their answers whatever they were sent. */
import * as Effect from "effect/Effect"
import { isKnownErrorSchema } from "../../../src/api/schema/KnownErrorSchema.ts"
import { accessLevels } from "../../../src/domain/AccessLevel.ts"
import * as Http from "../../../src/http/Http.ts"
import { listErrors, match, listSuccesses } from "../../../tools/catalog/endpoints.ts"
import { findDetails, makeEncoder } from "../../support/interpreted.ts"
import { makeRandom } from "../../wire/inputs.ts"
import { makeSamples } from "../../wire/samples.ts"
import { kinds } from "./Secrets.ts"

/** Answers a request. */
export type Answer = (request: Http.HttpRequest) => ReturnType<Http.Execute>

/** A service. */
export interface Service {
  readonly name: string
  readonly answer: Answer
}

/* ------------------------------------------------------------------- echoes */

const echo = ({ body, headers, method, url }: Http.HttpRequest): string =>
  `${method} ${url} ${JSON.stringify(headers)} ${body ?? ""}`

const html = (text: string) =>
  text.replaceAll(/["'&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("_", "&#x5f;")

/** How a request is repeated. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "as JSON in JSON": (text) => JSON.stringify(JSON.stringify(text)),
  "percent-encoded": encodeURIComponent,
  "as HTML": html,
  "in base64": (text) => Buffer.from(text).toString("base64"),
  "in base64url": (text) => Buffer.from(`.${text}`).toString("base64url"),
  "in capitals": (text) => text.toUpperCase()
}

const json = { "content-type": "application/json" }

const respond = (request: Http.HttpRequest, response: () => Response | Promise<Response>): ReturnType<Answer> =>
  Effect.flatMap(
    Effect.provide(
      Http.Http,
      Http.layerFetch(async () => response())
    ),
    (execute) => execute(request)
  )

const headerSafe = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, "").slice(0, 12_000)

/**
 * A host of the words of a text. What follows a `$`, or its percent escape, is part of an imported hash, and masks know
 * whole secrets.
 */
const labels = (text: string) =>
  [...new Set(text.match(/(?<![\w;$-])(?!24)[a-z0-9]{12,63}(?![\w-])/g))].slice(0, 4).join(".") || "x"

/** What a service makes of the text. */
const answers: Readonly<Record<string, (text: string) => Response>> = {
  "a refusal": (text) => new Response(text, { status: 400, headers: { "content-type": "text/plain" } }),
  "an error page": (text) => new Response(`<html><body><pre>${text}</pre></body></html>`, { status: 502 }),
  "an error of JSON": (text) => Response.json({ message: text, [text]: text }, { status: 500 }),
  "an unknown error": (text) =>
    Response.json(
      { code: text, error: text, details: { [text]: text } },
      { headers: { "x-stack-known-error": headerSafe(text), "x-stack-actual-status": "400" } }
    ),
  "an error other than it says": (text) =>
    Response.json({ code: "OTHER", error: text }, { headers: { "x-stack-known-error": "USER_NOT_FOUND" } }),
  "an answer of the wrong shape": (text) =>
    Response.json({
      access_token: [text],
      [text]: text,
      items: [{ [text]: text, id: 1 }],
      id: { [text]: 1 },
      code: [text]
    }),
  "an answer that is no JSON": (text) => new Response(text, { headers: json }),
  "a redirect": (text) =>
    new Response(null, { status: 307, headers: { location: `https://${labels(text)}.example/?${headerSafe(text)}` } })
}

/** Every answer, each with every repetition. */
export const echoing: ReadonlyArray<ReadonlyArray<Service>> = Object.entries(answers).map(([answer, response]) =>
  Object.entries(encodings).map(([encoding, encode]) => ({
    name: `${answer}, which repeats the request ${encoding}`,
    answer: (request) => respond(request, () => response(encode(echo(request))))
  }))
)

/* ---------------------------------------------------------------- no answers */

/** Connections that break, with all that a client may have written into its error. */
export const silent: ReadonlyArray<Service> = [
  {
    name: "an error of fetch that has the request in it",
    answer: (request) =>
      respond(request, () => {
        const text = echo(request)
        throw Object.assign(new TypeError(`fetch failed: ${text}`), {
          request,
          code: text,
          cause: new Error(text, { cause: request })
        })
      })
  },
  { name: "silence", answer: () => Effect.fail(Http.timeoutFailure) },
  {
    name: "no connection",
    answer: () => Effect.fail(new Http.HttpFailure({ reason: "Network", sent: false, detail: "ECONNREFUSED" }))
  },
  { name: "too much", answer: () => Effect.fail(Http.tooLarge(1)) },
  { name: "an answer that never comes", answer: (request) => respond(request, () => new Promise(() => undefined)) },
  { name: "a defect", answer: () => Effect.die(new Error("the layer of Http is broken")) }
]

/* -------------------------------------------------------------- known errors */

const findEndpoint = (request: Http.HttpRequest) => {
  const level = accessLevels.find((one) => one === request.headers["x-stack-access-type"])
  return match(request.method, new URL(request.url).pathname, level)?.endpoint
}

/** The same value with other texts. */
const withTexts = (value: unknown, text: string): unknown => {
  if (typeof value === "string") return text
  if (Array.isArray(value)) return value.map((item) => withTexts(item, text))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, text)]))
}

const listKnownErrors = (request: Http.HttpRequest) => {
  const endpoint = findEndpoint(request)
  return endpoint === undefined ? [] : listErrors(endpoint).filter(isKnownErrorSchema)
}

/** How many known errors an endpoint may answer. */
export const knownErrorCount = (request: Http.HttpRequest): number => listKnownErrors(request).length

/** The error of this number that the endpoint declares, whose message and details repeat the request. */
export const refusing = (n: number): Service => ({
  name: `known error ${n}`,
  answer: (request) => {
    const schemas = listKnownErrors(request)
    const schema = schemas[n % schemas.length]
    if (schema === undefined) return Effect.fail(Http.timeoutFailure)
    const text = echo(request)
    const details = findDetails(schema)
    const sample = details && makeEncoder(details)(makeSamples(details, 1, makeRandom(schema.class.code))[0], undefined)
    // The service creates an attempt at a second factor, and the next request carries it.
    const own = schema.class.code === "MULTI_FACTOR_AUTHENTICATION_REQUIRED"
    return respond(request, () =>
      Response.json(
        {
          code: schema.class.code,
          error: `It was ${text}`,
          details: own ? { attempt_code: kinds.attemptCode } : withTexts(sample, text)
        },
        { headers: { "x-stack-known-error": schema.class.code, "x-stack-actual-status": "400" } }
      )
    )
  }
})

/* ---------------------------------------------------------------- agreement */

/** What the service hands out, by the names on the wire. */
const handedOut: Readonly<Record<string, string>> = {
  access_token: kinds.newAccessToken,
  refresh_token: kinds.newRefreshToken,
  attempt_code: kinds.attemptCode,
  polling_code: kinds.pollingCode,
  login_code: kinds.loginCode,
  nonce: kinds.nonce,
  code: kinds.passkeyCode,
  challenge: kinds.passkeyChallenge,
  client_secret: kinds.providerClientSecret,
  password: kinds.mailServerPassword,
  token: kinds.webhookToken,
  secret: kinds.webhookSecret,
  secret_server_key: kinds.secretServerKey,
  super_secret_admin_key: kinds.superSecretAdminKey,
  totp_secret_base64: kinds.totpSecret,
  user_id: "7b9b9b9e-0000-4000-8000-000000000001"
}

const withSecrets = (value: unknown, name?: string): unknown => {
  if (typeof value === "string") return handedOut[name ?? ""] ?? value
  if (Array.isArray(value)) return value.map((item) => withSecrets(item))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withSecrets(member, name)]))
}

/** Agrees to everything, and hands out secrets. */
export const agreeing: Service = {
  name: "agreement",
  answer: (request) => {
    const endpoint = findEndpoint(request)
    const [success] = endpoint === undefined ? [] : listSuccesses(endpoint)
    if (success === undefined) return respond(request, () => Response.json({ success: true }))
    const value = makeEncoder(success)(makeSamples(success, 1, makeRandom(endpoint!.identifier))[0], undefined)
    return respond(request, () => Response.json(withSecrets(value) ?? { success: true }))
  }
}

/** Agrees to so many requests, and is another service from then on. */
export const after = (requests: number, { answer, name }: Service): Service => {
  let n = 0
  return {
    name: `${name}, to request ${requests + 1}`,
    answer: (request) => (n++ < requests ? agreeing.answer(request) : answer(request))
  }
}
