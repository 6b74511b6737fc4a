/** What a scenario is, and what scenarios are made of: projects, devices of users, and expectations about errors. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type * as Projects from "../../src/api/Projects.ts"
import type { SessionTokens } from "../../src/api/schema/Tokens.ts"
import * as Password from "../../src/client/Password.ts"
import * as Teams from "../../src/client/Teams.ts"
import type { AccessLevel } from "../../src/domain/AccessLevel.ts"
import type { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import { findKnownError, RequestRefused } from "../../src/domain/errors/RequestRefused.ts"
import { TransportError } from "../../src/domain/errors/TransportError.ts"
import { generations as all, type Generation } from "../../src/domain/Generation.ts"
import type { Options } from "../../src/emulator/node.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import type { AppCredentials, UserCredentials } from "../../src/http/Credentials.ts"
import { Http, type HttpResponse } from "../../src/http/Http.ts"
import * as ServiceConfig from "../../src/http/ServiceConfig.ts"
import type { ClientEndpoint } from "../../src/http/Transport.ts"
import * as Transport from "../../src/http/Transport.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import type * as Endpoint from "../../src/wire/Endpoint.ts"
import * as InternalApiKeysWire from "../../src/wire/generated/InternalApiKeys.ts"
import * as ProjectsWire from "../../src/wire/generated/Projects.ts"
import { Backend, type Keys } from "./Backend.ts"

/** One thing that a service does, whichever service it is. */
export interface Scenario {
  readonly name: string
  /** What the emulator that it needs for itself is started with; `undefined` shares one with the others. */
  readonly options: Options | undefined
  /** The generations of the service that do it. */
  readonly generations: ReadonlyArray<Generation>
  readonly effect: Effect.Effect<void, unknown, Backend | Scope.Scope>
}

type Limits = Partial<Pick<Scenario, "generations" | "options">>

type Body = () => Effect.gen.Return<void, unknown, Backend | Scope.Scope>

/** Names a scenario, which may need options or belong to one generation. */
export const scenario: {
  (name: string, body: Body): Scenario
  (name: string, limits: Limits, body: Body): Scenario
} = (name: string, ...rest: [Body] | [Limits, Body]): Scenario => {
  const [{ generations = all, options }, body] = rest.length === 1 ? [{}, rest[0]] : rest
  return { name, effect: Effect.gen(body), options, generations }
}

/**
 * What the service of 2025-06 does, and what every other one does: an emulator that is both does as the current one.
 */
export const byGeneration = <const A, const B>(older: A, current: B): Effect.Effect<A | B, never, Backend> =>
  Effect.map(Backend, ({ generation }) => (generation === "2025-06" ? older : current))

/* ------------------------------------------------------------------ projects */

/** A project with a key of each level. */
export interface Project extends Keys {
  readonly keys: Readonly<Record<AccessLevel, Redacted.Redacted>>
}

/** Where the apps of the scenarios run. */
export const appUrl = "http://localhost:3000"

const keyHeaders: Record<AccessLevel, string> = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
}

const makeConfig = Effect.fnUntraced(function* ({ projectId }: { readonly projectId: string }) {
  const { apiUrl } = yield* Backend
  return yield* ServiceConfig.make({ projectId, apiUrl, allowInsecureHttp: true })
})

/** Calls endpoints at a level with any key headers. */
const transport = Effect.fnUntraced(function* (
  project: { readonly projectId: string },
  level: AccessLevel,
  keys: AppCredentials["keys"]
) {
  const { http } = yield* Backend
  return yield* Effect.provide(Transport.make(yield* makeConfig(project), { level, keys }), http)
})

/** Calls an endpoint of a project at a level, with the key of that level. */
export const call = <E extends Endpoint.Any>(
  project: Project,
  level: AccessLevel,
  endpoint: E,
  input: Endpoint.Input<E>,
  credentials?: UserCredentials
): Effect.Effect<
  Endpoint.Success<E>,
  Endpoint.KnownErrors<E> | RequestRefused | TransportError | InvalidOption,
  Backend
> =>
  Effect.flatMap(transport(project, level, [[keyHeaders[level], project.keys[level]]]), (transport) =>
    transport.call(endpoint, input, credentials)
  )

/** Calls an endpoint as an admin by the right of a project's owner, without a key. */
export const callAsOwner = <E extends Endpoint.Any>(
  project: { readonly projectId: string },
  owner: Redacted.Redacted,
  endpoint: E,
  input: Endpoint.Input<E>
): Effect.Effect<
  Endpoint.Success<E>,
  Endpoint.KnownErrors<E> | RequestRefused | TransportError | InvalidOption,
  Backend
> =>
  Effect.flatMap(transport(project, "admin", [["x-stack-admin-access-token", owner]]), (transport) =>
    transport.call(endpoint, input)
  )

/** A signed-up user of the internal project, and the access token of it. */
export const owner = Effect.gen(function* () {
  const { internal, newAddress } = yield* Backend
  const device = yield* makeDevice(internal)
  yield* device(
    Password.signUp({ email: newAddress("owner"), password, verificationCallbackUrl: `${appUrl}/handler/verify` })
  )
  return device
})

/** What an access token of the session of a device is. */
export const readAccessToken = (device: Device) =>
  device(
    Effect.flatMap(Session.Session, (session) =>
      Effect.map(session.credentials, (credentials) => {
        assert.ok(credentials !== undefined, "nobody is signed in")
        return credentials.accessToken
      })
    )
  )

/** Calls an endpoint of the internal project as one of its users. */
export const callAsUser = <E extends ClientEndpoint>(device: Device, endpoint: E, input: Endpoint.Input<E>) =>
  device(
    Effect.flatMap(Session.Session, (session) =>
      Effect.flatMap(session.credentials, (credentials) => session.app.call(endpoint, input, credentials))
    )
  )

/** What may be said about a new project's configuration. */
export type Config = NonNullable<Projects.CreateProject["config"]>

/** A team of an owner for a new project, which only the current service wants. */
export const ownerTeam = Effect.fnUntraced(function* (device: Device) {
  const { generation } = yield* Backend
  if (generation !== "current") return undefined
  return (yield* device(Teams.create({ displayName: "Owners" }))).id
})

/** Creates a project as an owner, with keys of all levels. */
export const makeProject = Effect.fnUntraced(function* (config: Config = {}, by?: Device) {
  const device = by ?? (yield* owner)
  const ownerTeamId = yield* ownerTeam(device)
  const payload = { displayName: "Scenario", ownerTeamId, config }
  const created = yield* callAsUser(device, ProjectsWire.createProject, { payload })
  const token = yield* readAccessToken(device)
  const keys = yield* callAsOwner({ projectId: created.id }, token, InternalApiKeysWire.createInternalApiKey, {
    payload: {
      description: "scenario",
      expiresAt: new Date(created.createdAt.getTime() + 365 * 24 * 3_600_000),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: true
    }
  })
  const { publishableClientKey: client, secretServerKey: server, superSecretAdminKey: admin } = keys
  assert.ok(client !== undefined && server !== undefined && admin !== undefined, "not all keys came")
  return { projectId: created.id, publishableClientKey: client, keys: { client, server, admin } } satisfies Project
})

/* ------------------------------------------------------------------- devices */

type DeviceServices = ClientApp.ClientApp | Session.Session | TokenStore

/** Runs operations as one user agent, with tokens of its own. */
export interface Device {
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, DeviceServices>>
}

/** A user agent of a project on which nobody is signed in. */
export const makeDevice = Effect.fnUntraced(function* ({ projectId, publishableClientKey }: Keys) {
  const { apiUrl, http, recording } = yield* Backend
  const app = ClientApp.layer({ projectId, publishableClientKey, apiUrl, appUrl, allowInsecureHttp: true })
  const services = yield* Layer.build(
    // Fresh, because stores and sessions would otherwise be shared between devices.
    Layer.fresh(
      Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(Layer.provide(app, http)))
    )
  )
  const device: Device = (effect) =>
    Effect.provideContext(effect, services).pipe(
      Effect.tapError((error) =>
        Effect.sync(() => {
          const known = findKnownError(error)
          if (known !== undefined) recording.failures.add(known.code)
        })
      )
    )
  return device
})

/** The tokens on a device. */
export const readTokens = (device: Device) => device(Effect.flatMap(TokenStore, (store) => store.get))

/** Signs in with tokens that came from elsewhere. */
export const signInWith = (device: Device, { accessToken, refreshToken }: SessionTokens) =>
  device(Effect.flatMap(Session.Session, (session) => session.signIn(Effect.succeed({ accessToken, refreshToken }))))

/** Takes the access token away from a device, as if it had expired: its next call refreshes. */
export const dropAccessToken = (device: Device) =>
  device(
    Effect.gen(function* () {
      const store = yield* TokenStore
      const tokens = yield* store.get
      assert.ok(tokens?.refreshToken !== undefined, "nobody is signed in")
      yield* store.set({ refreshToken: tokens.refreshToken })
    })
  )

/** The password of everybody. */
export const password = "correct horse battery staple"

/** A signed-up user of a project and the device of it. */
export const signUp = Effect.fnUntraced(function* (project: Keys, name = "ann") {
  const { newAddress } = yield* Backend
  const email = newAddress(name)
  const device = yield* makeDevice(project)
  yield* device(Password.signUp({ email, password }))
  return { email, device }
})

/** A device on which an existing user has signed in. */
export const signIn = Effect.fnUntraced(function* (project: Keys, email: string, secret = password) {
  const device = yield* makeDevice(project)
  yield* device(Password.signIn({ email, password: secret }))
  return device
})

/* -------------------------------------------------------------- expectations */

type Tagged = { readonly _tag: string }

/** An error, or the one that is its reason. */
type Gathered<E> = E extends RequestRefused ? RequestRefused["reason"] : E

/** The failure of an effect, which must be the error with this tag, or be refused for it. */
export const failure = <A, E extends Tagged, R, const Tag extends Gathered<E>["_tag"]>(
  effect: Effect.Effect<A, E, R>,
  tag: Tag
): Effect.Effect<Extract<Gathered<E>, { readonly _tag: Tag }>, unknown, R> =>
  Effect.matchEffect(effect, {
    onSuccess: () => Effect.sync(() => assert.fail(`expected ${tag}, but it succeeded`)),
    onFailure: (failure) =>
      Effect.sync(() => {
        const error: Tagged = failure instanceof RequestRefused ? failure.reason : failure
        assert.equal(error._tag, tag, String(error))
        return error as Extract<Gathered<E>, { readonly _tag: Tag }>
      })
  })

/** The text of a refusal that is no known error and has this status. */
export const refusal = <A, E extends Tagged, R>(
  effect: Effect.Effect<A, E, R>,
  status: number
): Effect.Effect<string, unknown, R> =>
  Effect.matchEffect(effect, {
    onSuccess: () => Effect.sync(() => assert.fail(`expected status ${status}, but it succeeded`)),
    onFailure: (error) =>
      Effect.sync(() => {
        assert.ok(error instanceof TransportError && error.reason._tag === "UnexpectedStatus", String(error))
        assert.equal(error.reason.status, status, error.reason.text)
        return error.reason.text
      })
  })

/** The effect fails with an error of this tag, or with status 500, where a real service fails itself. */
export const failureOrFault = <A, E extends Tagged, R>(
  effect: Effect.Effect<A, E, R>,
  tag: Gathered<E>["_tag"]
): Effect.Effect<void, unknown, R> =>
  Effect.flatMap(Effect.result(effect), (result) =>
    Result.isFailure(result) && isStatus(result.failure, 500)
      ? Effect.void
      : Effect.asVoid(failure(Effect.fromResult(result), tag))
  )

const isStatus = (error: Tagged, status: number): boolean =>
  error instanceof TransportError && error.reason._tag === "UnexpectedStatus" && error.reason.status === status

/** A request without any help of ours. */
export const send = Effect.fnUntraced(function* (
  method: "GET" | "POST" | "PATCH" | "DELETE" | "OPTIONS",
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string
): Effect.fn.Return<HttpResponse, unknown, Backend> {
  const { apiUrl, http } = yield* Backend
  const execute = yield* Effect.provide(Http, http)
  return yield* execute({
    method,
    url: `${apiUrl}${path}`,
    headers,
    body,
    maxResponseBytes: 1_000_000,
    timeoutMillis: 30_000
  })
})

/** What a browser navigates to when somebody signs in with a provider. */
export const authorize = (project: Keys, provider: string, changes: Readonly<Record<string, string>> = {}) =>
  send(
    "GET",
    `/api/v1/auth/oauth/authorize/${provider}?${new URLSearchParams({
      client_id: project.projectId,
      client_secret: Redacted.value(project.publishableClientKey),
      redirect_uri: `${appUrl}/handler/oauth-callback`,
      scope: "legacy",
      state: "outer",
      grant_type: "authorization_code",
      code_challenge: "challenge".padEnd(43, "0"),
      code_challenge_method: "S256",
      response_type: "code",
      ...changes
    })}`
  )

/** The headers of a call at a level. */
export const headersFor = (project: Project, level: AccessLevel): Readonly<Record<string, string>> => ({
  "x-stack-project-id": project.projectId,
  "x-stack-access-type": level,
  [keyHeaders[level]]: Redacted.value(project.keys[level])
})

/** Checks that an answer is a known error with its own status. */
export const isKnownErrorAnswer = (response: HttpResponse, code: string, status: number): { details?: unknown } => {
  assert.equal(response.header("x-stack-known-error"), code, response.text)
  assert.equal(response.status, status)
  const body = JSON.parse(response.text) as { code: string; error: unknown; details?: unknown }
  assert.equal(body.code, code)
  assert.equal(typeof body.error, "string")
  return body
}
