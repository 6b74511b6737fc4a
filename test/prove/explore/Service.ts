/**
 * The emulator behind every topology: one for each lifetime of access tokens, started once in a process. Its users are
 * there from the start; every history opens sessions of its own. The emulator keeps refresh tokens as the service does;
 * one that rotates them is made in front of it.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import * as AccessTokenClaims from "../../../src/domain/AccessTokenClaims.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import type { HttpRequest, HttpResponse } from "../../../src/http/Http.ts"
import type { Tokens } from "../../../src/token/TokenStore.ts"
import { outside, trueMillis } from "../../support/explore/schedule.ts"
import { response } from "../../support/scriptedNetwork.ts"
import { nextTurn } from "../../support/turns.ts"

/** The users that there are, by the names that they show. */
export const names = ["ada", "bob", "eve"] as const

export const password = "correct horse battery"

export const makeEmail = (name: string) => `${name}@example.org`

/** The team that each of them has from the start. */
export const makeTeamName = (name: string | undefined) => `team of ${name}`

/** The clock of a server: that of the history, whatever becomes of the clocks of devices. What waits there waits on. */
const clock: Clock.Clock = {
  currentTimeMillisUnsafe: trueMillis,
  currentTimeMillis: Effect.sync(trueMillis),
  currentTimeNanosUnsafe: () => BigInt(Math.floor(trueMillis())) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(Math.floor(trueMillis())) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(Math.floor(trueMillis())) * 1_000_000n,
  monotonicTimeNanos: Effect.sync(() => BigInt(Math.floor(trueMillis())) * 1_000_000n),
  sleep: () => Effect.never
}

const services = () =>
  Context.make(Clock.Clock, clock).pipe(Context.add(Scheduler.Scheduler, new Scheduler.MixedScheduler()))

/** Several requests to the service as one step of the schedule. */
export const whole = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A> =>
  outside(() => Effect.runPromiseWith(services())(effect))

type Running = Emulator.Instance<Emulator.ProjectCredentials> & { readonly ids: ReadonlyMap<string, string> }

const makeHeaders = ({ projectId, secretServerKey }: Emulator.ProjectCredentials) => ({
  "x-stack-access-type": "server",
  "x-stack-project-id": projectId,
  "x-stack-secret-server-key": secretServerKey
})

/** A request of a server, which no fault hits. */
const asServer = async (
  { baseUrl, fetch, project }: Omit<Running, "ids">,
  method: string,
  path: string,
  body?: object
) => {
  const response = await fetch(
    new Request(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { ...makeHeaders(project), ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
  )
  const text = await response.text()
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as { readonly [key: string]: string }
}

const start = async (accessTokenLifetime: number): Promise<Running> => {
  const layer = Emulator.layer({
    accessTokenLifetime,
    randomSeed: "explore",
    passwordCost: "insecure-fast",
    rateLimits: false,
    project: {
      config: {
        clientTeamCreationEnabled: true,
        magicLinkEnabled: true,
        allowLocalhost: true,
        oauthProviders: [{ id: "github", type: "shared" }]
      }
    }
  })
  const context = await Effect.runPromise(
    Effect.provideContext(Layer.buildWithScope(layer, Scope.makeUnsafe()), services())
  )
  const running = Context.get(context, Emulator.WithProject)
  const ids = new Map<string, string>()
  for (const name of names) {
    const { id } = await asServer(running, "POST", "/users", {
      display_name: name,
      primary_email: makeEmail(name),
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password
    })
    ids.set(name, id!)
    await asServer(running, "POST", "/teams", { display_name: makeTeamName(name), creator_user_id: id! })
  }
  return { ...running, ids }
}

const running = new Map<number, Promise<Running>>()

/** The emulator for a lifetime of access tokens in milliseconds. */
export const getEmulator = (lifeMillis: number): Promise<Running> => {
  const known = running.get(lifeMillis) ?? start(lifeMillis)
  running.set(lifeMillis, known)
  return known
}

/** The code that was mailed to an address, once its mail is there: it is sent after the answer. */
export const readCode = ({ emulator }: Pick<Service, "emulator">, to: string): Effect.Effect<string | undefined> =>
  outside(async () => {
    for (let i = 0; i < 3; i++) await nextTurn()
    return Effect.runSync(emulator.mailbox.list({ to })).find(({ code }) => code !== undefined)?.code
  })

/** How long an access token is still good by its own word. */
export const leftMillis = (accessToken: string | undefined): number | undefined => {
  const claims = accessToken === undefined ? undefined : AccessTokenClaims.decode(accessToken)
  return claims === undefined ? undefined : claims.exp * 1000 - trueMillis()
}

/** How a service is for one history. */
export interface Settings {
  readonly lifeMillis: number
  /** Whether a refresh token works once. */
  readonly rotates: boolean
  /** Whether a refresh token that is used again ends its session. */
  readonly detectsReuse?: boolean | undefined
}

/** A session, as the service knows it. */
export interface Opened {
  /** Such as `ada.1`, the same in every run of a seed. */
  readonly label: string
  readonly user: string
  readonly userId: string
  isOpen: boolean
  /** Whether its user has signed out of it. */
  isLeft: boolean
  /** The refresh token that works, and the one that the emulator knows. */
  refreshToken: string
  readonly original: string
  /** Requests on its behalf so far, refreshes among them. */
  requests: number
  /** Requests to the app's servers that are worked on, and need a fresh access token. */
  needing: number
  /** Refreshes under way, and those that brought no answer. */
  refreshing: number
  failedRefreshes: number
}

/** Why the service refuses access tokens that have time left. */
export const refusals = {
  revoked: "UNPARSABLE_ACCESS_TOKEN",
  "of a former key": "UNPARSABLE_ACCESS_TOKEN",
  "expired by another clock": "ACCESS_TOKEN_EXPIRED",
  "of a moved project": "INVALID_PROJECT_FOR_ACCESS_TOKEN"
} as const

/** One of {@link refusals}. */
export type Refusal = keyof typeof refusals

export const refusalKinds = Object.keys(refusals) as ReadonlyArray<Refusal>

/** The service of one history. */
export interface Service {
  readonly settings: Settings
  readonly emulator: Running
  readonly apiUrl: string
  readonly project: Emulator.ProjectCredentials
  /** Opens a session of a user, without a fault. */
  readonly open: (name: string) => Effect.Effect<Required<Pick<Tokens, "refreshToken" | "accessToken">> & Opening>
  /** Ends a session, as another device of the user may do. */
  readonly end: (session: Opened) => Effect.Effect<void>
  /** Takes note of a session that a request has opened. */
  readonly register: (user: string, accessToken: string, refreshToken: string) => Opened
  /** The session of a refresh token, of today or of former days. */
  readonly ofRefreshToken: (refreshToken: string | undefined) => Opened | undefined
  readonly ofAccessToken: (accessToken: string | undefined) => Opened | undefined
  /** The refresh token that an access token came with. */
  readonly getPair: (accessToken: string) => string | undefined
  readonly sessions: () => ReadonlyArray<Opened>
  /**
   * Refuses all access tokens that were issued until now; with a former key, those of every session. `again` says that
   * the next one of the session is refused, too.
   */
  readonly refuse: (session: Opened, refusal: Refusal, again?: boolean) => void
  /** Refuses no further access token. */
  readonly calm: () => void
  /** Every token that was given out. */
  readonly tokens: () => ReadonlyArray<string>
  /** Whether an access token is refused although it has time left. */
  readonly refuses: (accessToken: string | undefined) => boolean
  /** What the emulator answers to a request. */
  readonly answer: (request: HttpRequest) => Effect.Effect<HttpResponse>
}

interface Opening {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

/** The service of a history that begins. */
export const make = async (settings: Settings): Promise<Service> => {
  const emulator = await getEmulator(settings.lifeMillis)
  const byId = new Map<string, Opened>()
  const byToken = new Map<string, Opened>()
  const issued = new Map<string, Opened>()
  const refused = new Map<string, Refusal>()
  const refusedNext = new Map<Opened, Refusal>()
  const pairs = new Map<string, string>()

  const issue = (accessToken: string, session: Opened) => {
    issued.set(accessToken, session)
    pairs.set(accessToken, session.refreshToken)
    const refusal = refusedNext.get(session)
    if (refusal !== undefined) refused.set(accessToken, refusal)
    refusedNext.delete(session)
  }

  const register: Service["register"] = (user, accessToken, refreshToken) => {
    const { sessionId: id, userId } = AccessTokenClaims.decode(accessToken) ?? {}
    if (id === undefined || userId === undefined) throw new Error("an access token without a session")
    const known = byId.get(id)
    if (known !== undefined) return known
    const opened: Opened = {
      label: `${user}.${byId.size + 1}`,
      user,
      userId,
      isOpen: true,
      isLeft: false,
      refreshToken,
      original: refreshToken,
      requests: 0,
      needing: 0,
      refreshing: 0,
      failedRefreshes: 0
    }
    byId.set(id, opened)
    issue(accessToken, opened)
    byToken.set(refreshToken, opened)
    return opened
  }
  const ofAccessToken: Service["ofAccessToken"] = (accessToken) =>
    accessToken === undefined ? undefined : byId.get(AccessTokenClaims.decode(accessToken)?.sessionId ?? "")

  const ask = async (url: string, init: RequestInit): Promise<HttpResponse> => {
    const response = await emulator.fetch(new Request(url, init))
    const text = await response.text()
    return { status: response.status, header: (name) => response.headers.get(name) ?? undefined, text }
  }
  const send = ({ body, headers, method, url }: HttpRequest) =>
    outside(async () => {
      const answer = await ask(url, { method, headers, ...(body !== undefined && { body }) })
      if (url.endsWith("/auth/sessions/current") && answer.header("x-stack-known-error") === undefined) {
        const session = ofAccessToken(headers["x-stack-access-token"])
        if (session !== undefined) session.isOpen = false
      }
      return answer
    })

  /** A refresh at a service that rotates: the emulator knows the first token of each session only. */
  const refresh = Effect.fnUntraced(function* (request: HttpRequest) {
    const form = new URLSearchParams(request.body)
    const given = form.get("refresh_token") ?? ""
    const session = byToken.get(given)
    const isSpent = session !== undefined && session.refreshToken !== given
    if (isSpent && settings.detectsReuse === true) yield* end(session)
    form.set("refresh_token", session === undefined || isSpent || !session.isOpen ? "spent" : session.original)
    const answer = yield* send({ ...request, body: form.toString() })
    if (session === undefined || isSpent || answer.header("x-stack-known-error") !== undefined) return answer
    session.refreshToken = `${session.original}.${byToken.size}`
    byToken.set(session.refreshToken, session)
    const text = JSON.stringify({ ...JSON.parse(answer.text), refresh_token: session.refreshToken })
    return { ...answer, text }
  })

  /** What a refused access token is answered with: nothing is done. */
  const makeRefusal = (refusal: Refusal): HttpResponse => {
    const code = refusals[refusal]
    const details =
      code === "ACCESS_TOKEN_EXPIRED"
        ? { expired_at_millis: Math.floor(trueMillis()) - 1 }
        : { expected_project_id: emulator.project.projectId, actual_project_id: "another" }
    return response(200, JSON.stringify({ code, details, error: `refused: ${refusal}` }), {
      "content-type": "application/json",
      "x-stack-actual-status": "401",
      "x-stack-known-error": code
    })
  }

  /** A sign-in or sign-up through the network opens a session, too. */
  const registerFrom = ({ text }: HttpResponse) => {
    const [, accessToken] = /"access_token":"([^"]+)"/.exec(text) ?? []
    const [, refreshToken] = /"refresh_token":"([^"]+)"/.exec(text) ?? []
    const session = ofAccessToken(accessToken)
    if (accessToken !== undefined && session !== undefined) issue(accessToken, session)
    if (accessToken === undefined || refreshToken === undefined || session !== undefined) return
    const id = AccessTokenClaims.decode(accessToken)?.userId
    register([...emulator.ids].find(([, other]) => other === id)?.[0] ?? "somebody new", accessToken, refreshToken)
  }

  const end = (session: Opened) => {
    const [id] = [...byId].find(([, other]) => other === session)!
    const isOpen = session.isOpen
    session.isOpen = false
    return isOpen
      ? Effect.asVoid(outside(() => asServer(emulator, "DELETE", `/auth/sessions/${id}?user_id=${session.userId}`)))
      : Effect.void
  }

  return {
    settings,
    emulator,
    apiUrl: emulator.baseUrl,
    project: emulator.project,
    open: (name) =>
      Effect.map(
        outside(() => asServer(emulator, "POST", "/auth/sessions", { user_id: emulator.ids.get(name)! })),
        ({ access_token: accessToken = "", refresh_token: refreshToken = "" }) => {
          register(name, accessToken, refreshToken)
          return { accessToken: Redacted.make(accessToken), refreshToken: Redacted.make(refreshToken) }
        }
      ),
    end,
    register,
    ofRefreshToken: (refreshToken) => byToken.get(refreshToken ?? ""),
    ofAccessToken,
    getPair: (accessToken) => pairs.get(accessToken),
    sessions: () => [...byId.values()],
    refuse: (session, refusal, again = false) => {
      if (again) refusedNext.set(session, refusal)
      for (const [token, owner] of issued) {
        if (owner === session || refusal === "of a former key") refused.set(token, refusal)
      }
    },
    calm: () => refusedNext.clear(),
    tokens: () => [...byToken.keys(), ...issued.keys()],
    refuses: (accessToken) => accessToken !== undefined && refused.has(accessToken),
    answer: Effect.fnUntraced(function* (request) {
      const refusal = refused.get(request.headers["x-stack-access-token"] ?? "")
      if (refusal !== undefined) return makeRefusal(refusal)
      const isRefresh = request.url.endsWith("/auth/oauth/token") && request.body?.includes("refresh_token=") === true
      const answer = yield* settings.rotates && isRefresh ? refresh(request) : send(request)
      registerFrom(answer)
      return answer
    })
  }
}
