/** A page with an app, over a service that counts what it is asked. */
import { act, cleanup, render } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Component, type ReactNode } from "react"
import { onTestFinished, vi } from "vitest"
import type { HttpRequest } from "../../src/http/Http.ts"
import { load as loadMasking } from "../../src/http/internal/LazyMasking.ts"
import { AuthProvider, type AuthOptions, type AuthProviderProps } from "../../src/react/index.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { TokenStore, type Tokens } from "../../src/token/TokenStore.ts"
import {
  apiUrl,
  json,
  knownError,
  located,
  network,
  projectId,
  publishableClientKey,
  type Answer,
  userJson
} from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import { nextTurn } from "../support/turns.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export const canary = "CANARY0123456789CANARY"

/** Tokens that say whose they are, and last for years. */
export const makeTokens = (user: string): Tokens => ({
  accessToken: Redacted.make(makeAccessToken(user)),
  refreshToken: Redacted.make(`refresh-${user}-${canary}`)
})

/** An access token that says whose it is. */
export const makeAccessToken = (user: string) =>
  unsignedToken({ ...lasting, sub: user, refreshTokenId: `session-${user}` }, canary)

const readUser = (request: HttpRequest): string | undefined => {
  const payload = request.headers["x-stack-access-token"]?.split(".")[1]
  return payload === undefined ? undefined : JSON.parse(Buffer.from(payload, "base64url").toString()).sub
}

const id = (n: number) => `7b9b9b9e-0000-4000-8000-${String(n).padStart(12, "0")}`

export const teamJson = (n: number, name = `Team ${n}`) => ({
  id: id(n),
  display_name: name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
})

const page = (items: ReadonlyArray<unknown>) => json({ items, is_paginated: false })

/** What the service knows; tests change it as they like. */
export const makeService = () => {
  const names = new Map<string, string | null>()
  const service = {
    names,
    anonymous: new Set<string>(),
    /** Whom an administrator has restricted. */
    restricted: new Set<string>(),
    teams: [teamJson(1)] as Array<ReturnType<typeof teamJson>>,
    permissions: ["read"] as Array<string>,
    /** Answers instead, where it returns something. */
    instead: (_path: string, _request: HttpRequest): Answer | undefined => undefined,
    /** How many requests were given up before they were answered. */
    abandoned: 0,
    /** Requests wait for this. */
    gate: Promise.resolve() as Promise<unknown>,
    count: (path: string) => net.sent.filter(({ url }) => readPath(url).startsWith(path)).length
  }
  const me = (user: string) => ({
    ...userJson,
    id: id(100 + user.length),
    display_name: names.has(user) ? names.get(user) : user,
    is_anonymous: service.anonymous.has(user),
    ...(service.restricted.has(user) && {
      is_restricted: true,
      restricted_reason: { type: "restricted_by_administrator" },
      restricted_by_admin: true
    })
  })
  const answer = (path: string, request: HttpRequest): Answer => {
    const other = service.instead(path, request)
    if (other !== undefined) return other
    if (path === "/auth/anonymous/sign-up") {
      service.anonymous.add("guest")
      return json({ access_token: makeAccessToken("guest"), refresh_token: `refresh-guest-${canary}`, user_id: id(1) })
    }
    if (path === "/auth/password/sign-in") {
      const { email } = JSON.parse(request.body ?? "{}")
      const user = String(email).split("@")[0]!
      return user === "wrong"
        ? knownError("EMAIL_PASSWORD_MISMATCH", 400)
        : json({ access_token: makeAccessToken(user), refresh_token: `refresh-${user}-${canary}`, user_id: id(1) })
    }
    if (path.startsWith("/auth/oauth/authorize/")) return located(request)
    if (path === "/projects/current") return knownError("PROJECT_NOT_FOUND", 404, { project_id: "p" })
    const user = readUser(request)
    if (user === undefined) return knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400)
    if (path === "/users/me") {
      const { display_name } = JSON.parse(request.body ?? "{}")
      if (display_name !== undefined) names.set(user, display_name)
      return json(me(user))
    }
    if (path === "/auth/sessions/current") return json({ success: true })
    if (path.startsWith("/project-permissions")) {
      return page(service.permissions.map((permission) => ({ id: permission, user_id: id(100 + user.length) })))
    }
    if (path.startsWith("/teams?")) return page(service.teams)
    if (path === "/teams") {
      const team = teamJson(service.teams.length + 1, JSON.parse(request.body ?? "{}").display_name)
      service.teams.push(team)
      return json(team, 201)
    }
    if (path.startsWith("/team-member-profiles?")) {
      const team = new URL(request.url).searchParams.get("team_id")
      return page([
        { team_id: team, user_id: id(7), display_name: `Member of ${team?.at(-1)}`, profile_image_url: null }
      ])
    }
    return knownError("SCHEMA_ERROR", 400, { message: path })
  }
  const readPath = (url: string) => url.slice(`${apiUrl}/api/v1`.length)
  const net = network((request) =>
    Effect.promise(() => service.gate).pipe(
      Effect.andThen(Effect.suspend(() => answer(readPath(request.url), request))),
      Effect.onInterrupt(() => Effect.sync(() => service.abandoned++))
    )
  )
  return Object.assign(service, { sent: net.sent, http: net.layer })
}

export type Service = ReturnType<typeof makeService>

/** An app's user agent: its token store, and the options of a provider. */
export const makeDevice = (service: Service, user?: string, options: Partial<AuthOptions> = {}) => {
  let listeners = 0
  const memory = MemoryTokenStore.make(user === undefined ? undefined : makeTokens(user))
  const store = TokenStore.of({
    ...memory,
    changes: (listener) =>
      Effect.andThen(
        Effect.acquireRelease(
          Effect.sync(() => listeners++),
          () => Effect.sync(() => listeners--)
        ),
        memory.changes(listener)
      )
  })
  return {
    store,
    http: service.http,
    listeners: () => listeners,
    options: {
      projectId,
      publishableClientKey,
      apiUrl,
      appUrl: "http://localhost:3000",
      tokenStore: Layer.succeed(TokenStore, store),
      http: service.http,
      ...options
    } satisfies AuthOptions,
    signIn: (next: string) => act(() => Effect.runPromise(store.set(makeTokens(next)))),
    signOut: () => act(() => Effect.runPromise(store.clear))
  }
}

export type Device = ReturnType<typeof makeDevice>

/** Shows the error instead of what threw it; `retry` tries again. */
export class Boundary extends Component<
  { readonly children: ReactNode },
  { readonly error: (Error & { readonly _tag?: string }) | undefined }
> {
  override state = { error: undefined }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    const error = this.state.error as (Error & { readonly _tag?: string }) | undefined
    return error === undefined ? (
      this.props.children
    ) : (
      <button onClick={() => this.setState({ error: undefined })}>{`error ${error._tag ?? error.message}`}</button>
    )
  }
}

/** Renders below a provider, and lets what is under way come to its end. */
export const show = async (
  device: { readonly options: AuthOptions },
  children: ReactNode,
  { wrapper, ...props }: Partial<AuthProviderProps> & { readonly wrapper?: (node: ReactNode) => ReactNode } = {}
) => {
  const tree = (children: ReactNode) => {
    const provided = (
      <AuthProvider fallback="loading" {...(props as object)} options={device.options}>
        <Boundary>{children}</Boundary>
      </AuthProvider>
    )
    return wrapper === undefined ? provided : wrapper(provided)
  }
  // It loads with the first failed call, which takes as long as it takes.
  await loadMasking()
  const view = await act(async () => render(tree(children)))
  await settle()
  return { ...view, update: (children: ReactNode) => act(async () => view.rerender(tree(children))) }
}

/** Lets time pass for what counts it, such as the cache's throttle; to be called before anything has begun. */
export const fakeClock = () => {
  let now = process.hrtime.bigint()
  const spy = vi.spyOn(process.hrtime, "bigint").mockImplementation(() => now)
  onTestFinished(() => spy.mockRestore())
  return (millis: number) => void (now += BigInt(millis) * 1_000_000n)
}

/** Until the test ends, timers fire only when it advances them; the turns of {@link settle} go on. */
export const fakeTimers = () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Waits for a few turns of the event loop. */
export const settle = () =>
  act(async () => {
    for (let i = 0; i < 10; i++) await nextTurn()
  })

/** Leaves the page, and lets what was under way end. */
export const leave = async () => {
  await act(async () => cleanup())
  await settle()
}

export { act }
