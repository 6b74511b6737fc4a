import type { Notes } from "./Note.ts"

/** A request that is judged by `createRequestAuth`, and what is done with the refusal. */
const judged = (tag: string, use: string) => `import { createRequestAuth, refusal } from "gatefold/backend"

const auth = createRequestAuth({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

export const handler = async (request: Request): Promise<Response> => {
  await using visit = await auth.authenticate(request)
  if (visit.signedIn) return new Response(\`Hello \${visit.userId}\`)
  if (visit.error._tag === "${tag}") ${use}
  return refusal(visit)
}`

const verified = (tag: string, handle: string) => `import { Effect } from "effect"
import { AccessTokenVerifier } from "gatefold/backend"

/** The user of a token, or null if it is not good. */
export const userIdOf = Effect.fn(function* (token: string) {
  const { verify } = yield* AccessTokenVerifier.AccessTokenVerifier
  return yield* verify(token).pipe(
    Effect.map(({ userId }) => userId as string | null),
    Effect.catchTag("${tag}", (error) => Effect.as(${handle}, null))
  )
})`

/** What an API of your own says with `gatefold/backend`. */
export const backend: Notes = {
  Unauthorized: {
    when: "Your backend does not know who sent a request: it has no credentials (`missing`), others than a token (`malformed`), or a token or API key that is past its time (`expired`) or not good (`invalid`). With `protect` and the middleware the answer is 401 by itself.",
    todo: "On the server nothing. The client sends `app.sessions.authHeaders()`, or signs in again.",
    example: judged("Unauthorized", "console.log(`Nobody: ${visit.error.reason}`)")
  },
  Forbidden: {
    when: "Your backend knows who sent a request, and they may not do this: the permission `permission` is missing, they are not in the team, the request came with cookies from a page of a foreign `origin`, or they are a `restricted` user or a guest (`anonymous`). The answer is 403.",
    todo: "Grant the permission, or name the origin in `trustedOrigins`, or let such users in with `allow`. A permission that was granted counts from the next token on.",
    example: judged("Forbidden", 'console.log(`Refused: ${visit.error.reason} ${visit.error.permission ?? ""}`)')
  },
  Unavailable: {
    when: "Your backend cannot ask the service: there are no public keys to verify tokens with, or the service does not answer within `authTimeout`. `Webhooks.handle` says it while another process handles the message. The answer is 503.",
    todo: "Read the log of the server, which has the reason. Senders may repeat the request.",
    example: judged("Unavailable", 'console.error("The service does not answer")')
  },
  TooManyRequests: {
    when: "A user, an API key or an address has sent more requests to your API than its `RateLimit` allows. The answer is 429 with `retry-after`.",
    todo: "Wait `retryAfterSeconds`, or raise the limit where it is annotated.",
    example: `import { Effect } from "effect"
import { RateLimits } from "gatefold/backend"

export const sendMail = Effect.gen(function* () {
  const { take } = yield* RateLimits.RateLimits
  yield* take("mails to ann@example.org", { limit: 3, window: "1 hour" })
  return "sent"
}).pipe(Effect.catchTag("TooManyRequests", (error) => Effect.succeed(\`Again in \${error.retryAfterSeconds} s\`)))`
  },
  WebhookRejected: {
    when: "A webhook cannot be trusted: a header is missing (`headers`), it is too old or too new (`timestamp`), its signature is of no secret of yours (`signature`), or the body is too large or no event (`payload`). The answer is 400.",
    todo: "`signature`: compare the secret with that of the endpoint, and pass the body as it came, before anything parses it. `timestamp`: set the clock.",
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
  KeysUnavailable: {
    when: "A token cannot be verified because the project's public keys cannot be had: the service does not answer or publishes none, and none are left from the last 24 hours. The middleware turns it into `Unavailable`.",
    todo: "Answer 503. Check that the server reaches `apiUrl`, and that `projectId` is right.",
    example: verified("KeysUnavailable", "Effect.logWarning(error.message)")
  },
  TokenKindNotAllowed: {
    when: "A token is that of a guest or a restricted user, and the verifier takes ordinary users only. Nothing else of the token was checked. The middleware turns it into `Forbidden`.",
    todo: 'Let them in with `allow: ["anonymous"]` or `allow: ["restricted"]`, or answer 403.',
    example: verified("TokenKindNotAllowed", "Effect.log(`A token of kind ${error.kind}`)")
  }
}
