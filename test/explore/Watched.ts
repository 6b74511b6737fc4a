/** A token store that is watched: each write is noted and looked at, with nobody in between. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { isSameSession, type Tokens, type TokenStore } from "../../src/token/TokenStore.ts"
import * as Intents from "./Intents.ts"
import type { Opened, Service } from "./Service.ts"
import type { World } from "./World.ts"

export const textOf = (token: Redacted.Redacted | undefined) =>
  token === undefined ? undefined : Redacted.value(token)

/** The session of tokens. */
export const sessionOf = (service: Service, tokens: Tokens | undefined): Opened | undefined =>
  tokens?.refreshToken === undefined
    ? service.ofAccessToken(textOf(tokens?.accessToken))
    : service.ofRefreshToken(Redacted.value(tokens.refreshToken))

/** Looks at a pair: both tokens are of one session. */
export const checkPair = (world: World, service: Service, tokens: Tokens | undefined): void => {
  const session = sessionOf(service, tokens)
  const access = tokens?.accessToken && service.ofAccessToken(Redacted.value(tokens.accessToken))
  if (tokens !== undefined && session === undefined) world.violate("I9", "the store holds what is no token")
  if (access !== undefined && access !== session) {
    world.violate("I3", `an access token of ${access?.label} beside the refresh token of ${session?.label}`)
  }
}

/** Whose session a call found when it first looked. */
export const Caller = Context.Reference<{ found?: Opened | undefined } | undefined>("test/explore/Caller", {
  defaultValue: () => undefined
})

/** A store that tells {@link Caller} whose session a call finds, and looks at what it finds. */
export const noticing = (world: World, service: Service, get: TokenStore["Service"]["get"]): typeof get =>
  Effect.flatMap(Caller, (caller) =>
    Effect.tap(get, (tokens) =>
      Effect.sync(() => {
        checkPair(world, service, tokens)
        if (caller !== undefined && !("found" in caller)) caller.found = sessionOf(service, tokens)
      })
    )
  )

/**
 * Watches the stores that are one, such as those of the tabs of a browser. `hasAll` says that every rotated refresh
 * token has come, so that the next refresh must have it.
 */
export const watch = (world: World, service: Service, hasAll = () => false) => {
  const intents = Intents.watch((detail) => world.violate("I5", detail))
  const labelOf = (tokens: Tokens | undefined) => sessionOf(service, tokens)?.label ?? "nobody"

  const checkReplaced = (before: Tokens | undefined, expected: Tokens | undefined, next: Tokens | undefined) => {
    world.note(`${labelOf(expected)} gives way to ${labelOf(next)}`)
    checkPair(world, service, next)
    // A fallback is for nobody, whoever was there before.
    if (next !== undefined && expected !== undefined && labelOf(next) !== labelOf(expected)) {
      world.violate("I5", `${labelOf(next)} was stored in the place of ${labelOf(expected)}`)
    }
    if (!isSameSession(before, expected)) {
      const invariant = next === undefined ? "I7" : "I5"
      world.violate(invariant, `${labelOf(before)} was replaced for ${labelOf(expected)}`)
    }
    const session = sessionOf(service, expected)
    if (next === undefined && session?.isOpen === true) {
      if (session.refreshToken === textOf(expected?.refreshToken)) {
        world.violate("I8", `${session.label} was forgotten although it is open`)
      } else if (hasAll()) world.violate("I6", `${session.label} was refreshed with a token that was replaced`)
    }
  }

  const over = (store: TokenStore["Service"], name = "store"): TokenStore["Service"] => {
    const note = (what: string) =>
      Effect.map(store.get, (tokens) => {
        world.note(`${name} ${what}: ${labelOf(tokens)}`)
        checkPair(world, service, tokens)
      })
    return intents.over({
      ...store,
      get: noticing(world, service, store.get),
      set: () => Effect.die("nobody replaces tokens without having begun to"),
      begin: Effect.map(store.begin, (intent) => ({
        ...intent,
        set: (tokens) => Effect.tap(intent.set(tokens), (counts) => (counts ? note("is set") : Effect.void))
      })),
      clear: Effect.tap(store.clear, () => note("is cleared")),
      compareAndSet: (expected, next, byUser) =>
        Effect.suspend(() => {
          let before: Tokens | undefined
          const replaced = Effect.andThen(
            Effect.map(store.get, (tokens) => (before = tokens)),
            store.compareAndSet(expected, next, byUser)
          )
          return Effect.flatten(
            Intents.step(replaced, (exit) => {
              if (Exit.isSuccess(exit) && exit.value) checkReplaced(before, expected, next)
              return exit
            })
          )
        })
    })
  }
  return { ...intents, over }
}
