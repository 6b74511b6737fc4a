/**
 * The session of a request with an access token alone. Most requests need nothing of it, so its store and its parts are
 * made when they are first used.
 */
import * as Effect from "effect/Effect"
import type { ClientApp } from "../../http/ClientApp.ts"
import type { Opened, Session } from "../../session/Session.ts"
import * as MemoryTokenStore from "../../token/MemoryTokenStore.ts"
import type { Tokens, TokenStore } from "../../token/TokenStore.ts"

type Whole = Session["Service"]

/** A session that opens itself, once, for whatever needs more than its tokens. */
export class BearerSession implements Whole {
  readonly app: ClientApp["Service"]
  readonly #tokens: Tokens
  readonly #open: (store: TokenStore["Service"]) => Effect.Effect<Whole>
  #store: TokenStore["Service"] | undefined
  #whole: Whole | undefined

  constructor(app: ClientApp["Service"], tokens: Tokens, open: (store: TokenStore["Service"]) => Effect.Effect<Whole>) {
    this.app = app
    this.#tokens = tokens
    this.#open = open
  }

  get store(): TokenStore["Service"] {
    return (this.#store ??= MemoryTokenStore.make(this.#tokens))
  }

  /** Of two that open it at once, both use the one that was ready first. */
  #use<A, E, R>(use: (whole: Whole) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() =>
      this.#whole === undefined
        ? Effect.flatMap(this.#open(this.store), (whole) => use((this.#whole ??= whole)))
        : use(this.#whole)
    )
  }

  get credentials(): Whole["credentials"] {
    return this.#use((whole) => whole.credentials)
  }

  get signOut(): Whole["signOut"] {
    return this.#use((whole) => whole.signOut)
  }

  credentialsFor: Whole["credentialsFor"] = (requiredMillis) =>
    this.#use((whole) => whole.credentialsFor(requiredMillis))
  renew: Whole["renew"] = (refused) => this.#use((whole) => whole.renew(refused))
  reject: Whole["reject"] = (refused) => this.#use((whole) => whole.reject(refused))
  signIn = <A extends Opened, E, R>(request: Effect.Effect<A, E, R>, fallback?: boolean) =>
    this.#use((whole) => whole.signIn(request, fallback))
  goOn: Whole["goOn"] = (effect) => this.#use((whole) => whole.goOn(effect))
}
