/** The result of authentication, for servers without Effect. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type * as User from "../../api/schema/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import { asOperation } from "../../operation/Operation.ts"
import type { RequestLike } from "../../platform/request/RequestHeaders.ts"
import { Session } from "../../session/Session.ts"
import type { AuthError } from "../AuthErrors.ts"
import { statuses } from "../AuthResponse.ts"
import * as Guards from "../middleware/Guards.ts"
import { noHeaders, type RequestSession, RequestSessions } from "../middleware/RequestSessions.ts"
import type { VerifyOptions } from "../verify/AccessTokenVerifier.ts"
import type { VerifiedClaims } from "../verify/VerifiedClaims.ts"
import * as RequestTrace from "./internal/RequestTrace.ts"

/** The result of authentication for a request. */
export type AuthResult = AuthSession | AuthFailure

/** The result of authentication for a request, without Effect in its types. */
export type PromiseAuthResult = PromiseAuthSession | AuthFailure

interface RequestResult extends AsyncDisposable {
  /**
   * Headers for the response, with the session's changed cookies: append each `set-cookie`, set the others. Read them
   * after the work; empty if nothing changed.
   */
  readonly headers: () => Promise<ReadonlyArray<readonly [name: string, value: string]>>
}

/** The session of a signed-in user. For operations as this user, use `forRequest` of `createServerApp`. */
export interface PromiseAuthSession extends RequestResult {
  readonly signedIn: true
  readonly userId: UserId
  /** The verified claims of the access token. */
  readonly claims: VerifiedClaims
  /** The user, read from the service once. Rejects with `Unauthorized`, `Forbidden` or `Unavailable`. */
  readonly user: () => Promise<User.CurrentUser>
  /** Rejects with `Forbidden` when the user does not have a permission, in a team or in the project. */
  readonly requirePermission: (permission: string, options?: { readonly teamId?: string }) => Promise<void>
}

/** The session of a signed-in user. */
export interface AuthSession extends PromiseAuthSession {
  /** Runs an operation of `gatefold` as the user; rejects with its error. */
  readonly run: <A, E>(operation: Effect.Effect<A, E, Session>) => Promise<A>
}

/** A refused request; `status` is that of the response. */
export interface AuthFailure extends RequestResult {
  readonly signedIn: false
  readonly error: AuthError
  readonly status: 401 | 403 | 503
}

/** Authenticates a request. `run` runs the later work of its result. */
export const authenticate = Effect.fnUntraced(function* (
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>,
  request: RequestLike,
  options?: VerifyOptions
): Effect.fn.Return<AuthResult, never, RequestSessions> {
  const scope = Scope.makeUnsafe()
  let opened: RequestSession | undefined
  // The span of the request: whatever is done for it later is below this span, as one trace.
  let parent: Option.Option<Tracer.AnySpan> = Option.none()
  const authenticated = yield* Effect.gen(function* () {
    parent = yield* Effect.serviceOption(Tracer.ParentSpan)
    opened = yield* Scope.provide((yield* RequestSessions).open(request, options), scope)
    return { session: opened.session, ...(yield* opened.user) }
  }).pipe(
    asOperation("RequestAuth.authenticate"),
    RequestTrace.continueTrace(request),
    Effect.result,
    // The caller gets no result that it could dispose of.
    Effect.onError(() => Scope.close(scope, Exit.void))
  )

  const result: RequestResult = {
    // Without cookies they are known already, which needs no fiber.
    headers: () => (opened === undefined || opened.headers === noHeaders ? Promise.resolve([]) : run(opened.headers)),
    [Symbol.asyncDispose]: async () => {
      const closing = Scope.closeUnsafe(scope, Exit.void)
      if (closing !== undefined) await run(closing)
    }
  }
  if (Result.isFailure(authenticated)) {
    const error = authenticated.failure
    return { ...result, signedIn: false, error, status: statuses[error._tag] }
  }
  const { claims, get, id, session } = authenticated.success
  const runInTrace = <A, E>(effect: Effect.Effect<A, E>) =>
    run(Option.isSome(parent) ? Effect.provideService(effect, Tracer.ParentSpan, parent.value) : effect)
  const runAsUser = <A, E>(operation: Effect.Effect<A, E, Session>) =>
    runInTrace(Effect.provideService(operation, Session, session))
  return {
    ...result,
    signedIn: true,
    userId: id,
    claims,
    user: () => runInTrace(get),
    requirePermission: (permission, inTeam) => runAsUser(Guards.requirePermission(permission, inTeam)),
    run: runAsUser
  }
})
