/**
 * A second opinion: Effect's `HttpApiClient` reads the same contract, and must come to the same answers as our
 * transport on the same service.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { ClientApi } from "../../src/api/Api.ts"
import { Emulator } from "../../src/emulator/index.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import type { UserCredentials } from "../../src/http/Credentials.ts"
import * as Http from "../../src/http/Http.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import * as RefreshWire from "../../src/wire/generated/Refresh.ts"
import * as SessionsWire from "../../src/wire/generated/Sessions.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { callbackUrl, layer, password } from "../support/emulatorCalls.ts"

/** Both clients of the emulator's project. */
const clients = Effect.gen(function* () {
  const emulator = yield* Emulator
  const { projectId, publishableClientKey } = emulator.project!
  const app = yield* ClientApp.ClientApp.pipe(
    Effect.provide(
      ClientApp.layer({ projectId, publishableClientKey, apiUrl: emulator.baseUrl }).pipe(
        Layer.provide(Http.layerHandler((request) => emulator.fetch(request)))
      )
    )
  )
  // Without the status override, which HttpApiClient does not know.
  const theirs = (credentials?: UserCredentials) =>
    HttpApiClient.make(ClientApi, {
      baseUrl: emulator.baseUrl,
      transformClient: flow(
        HttpClient.mapRequest(
          HttpClientRequest.setHeaders({
            "x-stack-access-type": "client",
            "x-stack-project-id": projectId,
            "x-stack-publishable-client-key": publishableClientKey,
            ...(credentials === undefined
              ? undefined
              : { "x-stack-access-token": Redacted.value(credentials.accessToken) })
          })
        ),
        // The client looks its fetch up at each call, not when it is made.
        HttpClient.transformResponse(
          Effect.provideService(FetchHttpClient.Fetch, (url, init) => emulator.fetch(new Request(url, init)))
        )
      )
    }).pipe(Effect.provide(FetchHttpClient.layer))
  return { app, theirs, projectId, publishableClientKey }
})

/** An outcome as far as both clients can be compared: decoded values, secrets aside. */
const outcome = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(effect), (result) =>
    Result.isSuccess(result)
      ? { success: plain(result.success) }
      : isUnexpectedStatus(result.failure)
        ? { tag: `status ${result.failure.reason.status ?? result.failure.reason.response?.status}` }
        : { failure: plain(result.failure), tag: (result.failure as { readonly _tag?: string })._tag }
  )

/** A refusal without a known error, as either client reports it. */
const isUnexpectedStatus = (
  u: unknown
): u is { readonly reason: { readonly status?: number; readonly response?: { readonly status: number } } } =>
  Predicate.hasProperty(u, "reason") &&
  Predicate.hasProperty(u.reason, "_tag") &&
  ["UnexpectedStatus", "StatusCodeError", "DecodeError"].includes(String(u.reason._tag))

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, value) =>
      // Only our transport keeps the id of the request.
      key === "requestId" ? undefined : /^(exp|expiresIn|expiredAt|lastUsedAt.*)$/.test(key) ? "time" : value
    )
  )

describe("our transport and HttpApiClient", () => {
  const compare = (
    name: string,
    calls: (
      both: Effect.Success<typeof clients> & {
        readonly credentials: UserCredentials
        readonly client: Effect.Success<ReturnType<Effect.Success<typeof clients>["theirs"]>>
        readonly stranger: Effect.Success<ReturnType<Effect.Success<typeof clients>["theirs"]>>
      }
    ) => readonly [Effect.Effect<unknown, unknown>, Effect.Effect<unknown, unknown>, "success" | string]
  ) =>
    it.effect(`agree on ${name}`, () =>
      Effect.gen(function* () {
        const both = yield* clients
        const credentials = yield* both.app.call(PasswordWire.signUp, {
          payload: { email: "ada@example.com", password: Redacted.make(password), verificationCallbackUrl: callbackUrl }
        })
        const client = yield* both.theirs(credentials)
        const stranger = yield* both.theirs()
        const [ours, theirs, expected] = calls({ ...both, credentials, client, stranger })
        const [a, b] = [yield* outcome(ours), yield* outcome(theirs)]
        expect(a).toStrictEqual(b)
        expect("tag" in a ? a.tag : "success").toBe(expected)
      }).pipe(Effect.provide(layer()))
    )

  const wrong = { payload: { email: "ada@example.com", password: Redacted.make("not the password") } }
  const weak = {
    payload: { email: "bob@example.com", password: Redacted.make("x"), verificationCallbackUrl: callbackUrl }
  }
  const taken = {
    payload: { email: "ada@example.com", password: Redacted.make(password), verificationCallbackUrl: callbackUrl }
  }
  const untrusted = { payload: { email: "ada@example.com", callbackUrl: "https://evil.example/" } }
  const change = { payload: { displayName: "Ada", clientMetadata: { a: [1, null, { b: "ü" }] } } }
  const noSession = {
    params: { sessionId: "7b9b9b9e-0000-4000-8000-000000000009" as never },
    query: { userId: "me" }
  } as const

  compare("the current user", ({ app, client, credentials }) => [
    app.call(UsersWire.getMe, {}, credentials),
    client.clientUsers.getMe({}),
    "success"
  ])
  compare("a change of the user", ({ app, client, credentials }) => [
    app.call(UsersWire.updateMe, change, credentials),
    client.clientUsers.updateMe(change),
    "success"
  ])
  compare("the project", ({ app, stranger }) => [
    app.call(ProjectsWire.getProject, {}),
    stranger.projects.getProject({}),
    "success"
  ])
  compare("a list", ({ app, client, credentials }) => [
    app.call(SessionsWire.listSessions, { query: { userId: "me" } }, credentials),
    client.sessions.listSessions({ query: { userId: "me" } }),
    "success"
  ])
  compare("a refresh", ({ app, credentials, projectId, publishableClientKey, stranger }) => {
    const payload = {
      grantType: "refresh_token",
      refreshToken: credentials.refreshToken!,
      clientId: projectId,
      clientSecret: Redacted.make(publishableClientKey)
    } as const
    return [app.call(RefreshWire.refreshToken, { payload }), stranger.oauth.token({ payload }), "success"]
  })
  compare("the current user without a user", ({ app, stranger }) => [
    app.call(UsersWire.getMe, {}),
    stranger.clientUsers.getMe({}),
    "CannotGetOwnUserWithoutUser"
  ])
  compare("a wrong password", ({ app, stranger }) => [
    app.call(PasswordWire.signIn, wrong),
    stranger.password.signIn(wrong),
    "EmailPasswordMismatch"
  ])
  compare("a weak password", ({ app, stranger }) => [
    app.call(PasswordWire.signUp, weak),
    stranger.password.signUp(weak),
    "PasswordTooShort"
  ])
  compare("a taken address", ({ app, stranger }) => [
    app.call(PasswordWire.signUp, taken),
    stranger.password.signUp(taken),
    "UserWithEmailAlreadyExists"
  ])
  compare("an untrusted URL", ({ app, stranger }) => [
    app.call(PasswordWire.sendResetCode, untrusted),
    stranger.password.sendResetCode(untrusted),
    "RedirectUrlNotWhitelisted"
  ])
  compare("a deletion that the project does not allow", ({ app, client, credentials }) => [
    app.call(UsersWire.deleteMe, {}, credentials),
    client.users.deleteMe({}),
    "ClientUserDeletionNotEnabled"
  ])
  compare("a session that does not exist", ({ app, client, credentials }) => [
    app.call(SessionsWire.deleteSession, noSession, credentials),
    client.sessions.deleteSession(noSession),
    "status 404"
  ])
})
