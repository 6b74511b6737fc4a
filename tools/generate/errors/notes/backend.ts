/** Notes on errors of your own API, with the programs that show how to handle them. */
import type { Notes } from "./Note.ts"

/** An example that checks a request with `createRequestAuth` and handles the refusal. */
const printJudged = (tag: string, use: string) => `import { createRequestAuth, refusal } from "gatefold/backend"

const auth = createRequestAuth({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

export const handler = async (request: Request): Promise<Response> => {
  await using result = await auth.authenticate(request)
  if (result.signedIn) return new Response(\`Hello \${result.userId}\`)
  if (result.error._tag === "${tag}") ${use}
  return refusal(result)
}`

const printVerified = (tag: string, handle: string) => `import { Effect } from "effect"
import { AccessTokenVerifier } from "gatefold/backend"

/** Returns the user of a token, or null if the token isn't valid. */
export const userIdOf = Effect.fn(function* (token: string) {
  const { verify } = yield* AccessTokenVerifier.AccessTokenVerifier
  return yield* verify(token).pipe(
    Effect.map(({ userId }) => userId as string | null),
    Effect.catchTag("${tag}", (error) => Effect.as(${handle}, null))
  )
})`

/** Errors of your own API with `gatefold/backend`. */
export const backend: Notes = {
  Unauthorized: {
    when: "Your backend doesn't know who sent a request. `reason` is `missing` (no credentials), `malformed` (not a token), `expired` or `invalid` (a token or an API key). With `protect` and the middleware, the answer is 401 automatically.",
    todo: "On the server, nothing. The client sends `app.sessions.authHeaders()`, or signs in again.",
    example: printJudged("Unauthorized", "console.log(`Signed out: ${result.error.reason}`)")
  },
  Forbidden: {
    when: "Your backend knows who sent a request, but doesn't allow it. The user lacks the permission `permission`, isn't in the team, is `restricted`, or is a guest (`anonymous`). Or the request came with cookies from a page of a foreign `origin`. The answer is 403.",
    todo: "Grant the permission, add the origin to `trustedOrigins`, or let such users in with `allow`. A new permission takes effect with the next token.",
    example: printJudged("Forbidden", 'console.log(`Refused: ${result.error.reason} ${result.error.permission ?? ""}`)')
  },
  Unavailable: {
    when: "Your backend can't ask the service: it has no public keys to verify tokens with, or the service doesn't answer within `authTimeout`. `Webhooks.handle` also fails with it while another process handles the message. The answer is 503.",
    todo: "Read the server's log, which has the reason. Senders may repeat the request.",
    example: printJudged("Unavailable", 'console.error("The service does not answer")')
  },
  TooManyRequests: {
    when: "A user, an API key or an address sent more requests to your API than its `RateLimit` allows. The answer is 429 with `retry-after`.",
    todo: "Wait for `retryAfterSeconds`, or raise the limit in its annotation.",
    example: `import { Effect } from "effect"
import { RateLimits } from "gatefold/backend"

export const sendMail = Effect.gen(function* () {
  const { take } = yield* RateLimits.RateLimits
  yield* take("mails to ann@example.org", { limit: 3, window: "1 hour" })
  return "sent"
}).pipe(Effect.catchTag("TooManyRequests", (error) => Effect.succeed(\`Again in \${error.retryAfterSeconds} s\`)))`
  },
  WebhookRejected: {
    when: "Your backend can't trust a webhook. A header is missing (`headers`), or the message is too old or too new (`timestamp`). The signature doesn't match your secrets (`signature`), or the body is too large or not an event (`payload`). The answer is 400.",
    todo: "`signature`: compare the secret with the endpoint's secret, and pass the raw body before anything parses it. `timestamp`: set the clock.",
    example: `import { Effect } from "effect"
import { Webhooks } from "gatefold/backend"

export const receive = Effect.fn(function* (request: Request) {
  const body = yield* Effect.promise(() => request.text())
  return yield* Webhooks.handle({ headers: request.headers, body }, ({ event }) => Effect.log(event.type)).pipe(
    Effect.as(new Response(null, { status: 204 })),
    Effect.catchTag("WebhookRejected", (error) => Effect.succeed(new Response(error.message, { status: 400 })))
  )
})`
  },
  NotReady: {
    when: 'The server can\'t authenticate requests yet: it has no public keys of the project (`missing: "keys"`), or hasn\'t reached the store of its fleet (`missing: "store"`).',
    todo: "Answer the readiness probe with 503 and ask again. Each call of `ready` tries to get what is missing.",
    example: `import { createRequestAuth } from "gatefold/backend"

const auth = createRequestAuth({ projectId: "your-project-id" })
const status = await auth.ready().then(
  () => 200,
  () => 503
)
console.log(status)`
  },
  KeysUnavailable: {
    when: "Gatefold can't verify a token, because it can't get the project's public keys. The service doesn't answer or publishes none, and none remain from the last 24 hours. The middleware turns this error into `Unavailable`.",
    todo: "Answer 503. Check that the server reaches `apiUrl`, and that `projectId` is right.",
    example: printVerified("KeysUnavailable", "Effect.logWarning(error.message)")
  },
  TokenKindNotAllowed: {
    when: "A token belongs to a guest or a restricted user, and the verifier only accepts full accounts. It didn't check the rest of the token. The middleware turns this error into `Forbidden`.",
    todo: 'Let them in with `allow: ["anonymous"]` or `allow: ["restricted"]`, or answer 403.',
    example: printVerified("TokenKindNotAllowed", "Effect.log(`A token of kind ${error.kind}`)")
  }
}
