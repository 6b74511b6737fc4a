/**
 * The session of a request with an access token alone. At first it is only that token, which nothing can refresh. It
 * becomes a session with all its parts when a handler uses its store or signs in, or when the token is refused.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import * as AccessTokenClaims from "../../../domain/AccessTokenClaims.ts"
import type { ClientApp } from "../../../http/ClientApp.ts"
import type { SessionCredentials, Session } from "../../../session/Session.ts"
import * as MemoryTokenStore from "../../../token/MemoryTokenStore.ts"
import type { TokenStore } from "../../../token/TokenStore.ts"

type Whole = Session["Service"]

/** A session that opens itself, once, for whatever needs more than its token. */
export class BearerSession implements Whole {
  readonly app: ClientApp["Service"]
  readonly #token: SessionCredentials
  readonly #open: (store: TokenStore["Service"]) => Effect.Effect<Whole>
  #store: TokenStore["Service"] | undefined
  #whole: Effect.Effect<Whole> | undefined

  constructor(
    app: ClientApp["Service"],
    token: SessionCredentials,
    open: (store: TokenStore["Service"]) => Effect.Effect<Whole>
  ) {
    this.app = app
    this.#token = token
    this.#open = open
  }

  get store(): TokenStore["Service"] {
    return (this.#store ??= MemoryTokenStore.make(this.#token))
  }

  get credentials(): Whole["credentials"] {
    return Effect.suspend(() => {
      // From then on the store may hold other tokens.
      if (this.#store !== undefined) return this.#use((whole) => whole.credentials)
      return Effect.clockWith((clock) => {
        const claims = AccessTokenClaims.decodeOnce(this.#token.accessToken)
        const isUsable = claims !== undefined && claims.exp * 1000 > clock.currentTimeMillisUnsafe()
        return Effect.succeed(isUsable ? this.#token : undefined)
      })
    })
  }

  get signOut(): Whole["signOut"] {
    return this.#use((whole) => whole.signOut)
  }

  credentialsFor: Whole["credentialsFor"] = (requiredMillis) =>
    this.#use((whole) => whole.credentialsFor(requiredMillis))
  renew: Whole["renew"] = (refused) => this.#use((whole) => whole.renew(refused))
  reject: Whole["reject"] = (refused) => this.#use((whole) => whole.reject(refused))
  signIn: Whole["signIn"] = (request, options) => this.#use((whole) => whole.signIn(request, options))
  detached: Whole["detached"] = (effect) => this.#use((whole) => whole.detached(effect))

  #use<A, E, R>(use: (whole: Whole) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => Effect.flatMap((this.#whole ??= this.#openOnce()), use))
  }

  /** Opens it for the first waiter; the others get the same one, even if the first is interrupted. */
  #openOnce(): Effect.Effect<Whole> {
    let opened: Whole | undefined
    const open = Effect.map(this.#open(this.store), (whole) => (opened = whole))
    return Semaphore.makeUnsafe(1).withPermit(
      Effect.suspend(() => (opened === undefined ? Effect.uninterruptible(open) : Effect.succeed(opened)))
    )
  }
}
