/** A token store that is watched: each write is noted and looked at, with nobody in between. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { toTokenText } from "../../../src/platform/request/TokenText.ts"
import { isSameSession, type Tokens, type TokenStore } from "../../../src/token/TokenStore.ts"
import type { World } from "../../support/explore/World.ts"
import * as Intents from "./Intents.ts"
import { leftMillis, type Opened, type Service } from "./Service.ts"

/** The session of tokens. */
export const findSession = (service: Service, tokens: Tokens | undefined): Opened | undefined =>
  tokens?.refreshToken === undefined
    ? service.ofAccessToken(toTokenText(tokens?.accessToken))
    : service.ofRefreshToken(Redacted.value(tokens.refreshToken))

/** Looks at a pair: both tokens are of one session. */
export const checkPair = (world: World, service: Service, tokens: Tokens | undefined): void => {
  if (tokens?.accessToken !== undefined && service.sessions().length > 1) world.met("I3")
  const session = findSession(service, tokens)
  const access = tokens?.accessToken && service.ofAccessToken(Redacted.value(tokens.accessToken))
  if (tokens !== undefined && session === undefined) world.violate("I9", "the store holds what is no token")
  if (access !== undefined && access !== session) {
    world.violate("I3", `an access token of ${access?.label} beside the refresh token of ${session?.label}`)
  }
  const pair = tokens?.accessToken && service.getPair(Redacted.value(tokens.accessToken))
  if (pair !== undefined && tokens?.refreshToken !== undefined && toTokenText(tokens.refreshToken) !== pair) {
    world.violate("I9", `an access token of ${session?.label} beside a refresh token that it did not come with`)
  }
}

/** A call: whose session it found when it first looked, the access tokens it has sent, and when it was interrupted. */
export interface Call {
  found?: Opened | undefined
  interruptedMillis?: number
  readonly sent: Set<string>
}

/** A request to a server of the app with these tokens: another one may need a refresh of the same session, too. */
export const needing = <A, E>(
  world: World,
  service: Service,
  tokens: Tokens | undefined,
  request: Effect.Effect<A, E>
) =>
  Effect.suspend(() => {
    const session = findSession(service, tokens)
    if (session === undefined || (leftMillis(toTokenText(tokens?.accessToken)) ?? 0) > 20_000) return request
    if (session.needing > 0) world.met("I1")
    session.needing++
    return Effect.ensuring(
      request,
      Effect.sync(() => session.needing--)
    )
  })

/** The call that is made. */
export const Caller = Context.Reference<Call | undefined>("test/prove/explore/Caller", {
  defaultValue: () => undefined
})

/** A store that tells {@link Caller} whose session a call finds, and looks at what it finds. */
export const noticing = (world: World, service: Service, get: TokenStore["Service"]["get"]): typeof get =>
  Effect.flatMap(Caller, (caller) =>
    Effect.tap(get, (tokens) =>
      Effect.sync(() => {
        checkPair(world, service, tokens)
        if (tokens?.accessToken !== undefined && service.tokens().length > 2) world.met("I9 read")
        const session = findSession(service, tokens)
        if (caller !== undefined && !("found" in caller)) caller.found = session
        if (session === undefined) return
        const left = leftMillis(toTokenText(tokens?.accessToken)) ?? 0
        if (left < 20_000 && left > 0) world.met("I2 expiring")
        if (left < 20_000 && session.refreshing > 0) world.met("I1")
      })
    )
  )

/**
 * Watches the stores that are one, such as those of the tabs of a browser. `hasAll` says that every rotated refresh
 * token has come, so that the next refresh must have it.
 */
export const watch = (world: World, service: Service, hasAll = () => false) => {
  const intents = Intents.watch((detail) => world.violate("I5", detail))
  const findLabel = (tokens: Tokens | undefined) => findSession(service, tokens)?.label ?? "nobody"

  const checkReplaced = (before: Tokens | undefined, expected: Tokens | undefined, next: Tokens | undefined) => {
    world.note(`${findLabel(expected)} gives way to ${findLabel(next)}`)
    checkPair(world, service, next)
    // A fallback is for nobody, whoever was there before.
    if (next !== undefined && expected !== undefined && findLabel(next) !== findLabel(expected)) {
      world.violate("I5", `${findLabel(next)} was stored in the place of ${findLabel(expected)}`)
    }
    const isSame = isSameSession(before, expected)
    if (!isSame) {
      world.violate(next === undefined ? "I7" : "I5", `${findLabel(before)} was replaced for ${findLabel(expected)}`)
    }
    const session = findSession(service, expected)
    if (next === undefined && session?.isOpen === true) {
      if (session.refreshToken === toTokenText(expected?.refreshToken)) {
        world.violate("I8", `${session.label} was forgotten although it is open`)
      } else if (hasAll()) world.violate("I6", `${session.label} was refreshed with a token that was replaced`)
    }
  }

  const over = (store: TokenStore["Service"], name = "store"): TokenStore["Service"] => {
    const note = (what: string) =>
      Effect.map(store.get, (tokens) => {
        world.note(`${name} ${what}: ${findLabel(tokens)}`)
        checkPair(world, service, tokens)
      })
    /** A write of somebody who comes too late for what is there now. */
    const late = (now: Tokens | undefined) => world.met(now === undefined ? "I5 out" : "I5 in")
    /**
     * Looks whether a write that was refused, or did not count, has left the store as it was, with nobody in between.
     */
    const unlessDone = <E>(write: Effect.Effect<boolean, E>) =>
      Effect.suspend(() => {
        let before: Tokens | undefined
        const looked = Effect.andThen(
          Effect.map(store.get, (tokens) => (before = tokens)),
          write
        )
        return Effect.flatten(
          Intents.step(looked, (exit) => {
            if (Exit.isSuccess(exit) && exit.value) return exit
            const isSame = isSameSession(before, Effect.runSync(store.get))
            world.expect("I9 failed", isSame, () => `a write that failed has replaced ${findLabel(before)}`)
            return exit
          })
        )
      })
    return intents.over({
      ...store,
      get: noticing(world, service, store.get),
      set: () => Effect.die("nobody replaces tokens without having begun to"),
      begin: Effect.map(store.begin, (intent) => ({
        ...intent,
        set: (tokens) =>
          Effect.tap(unlessDone(intent.set(tokens)), (counts) =>
            counts ? note("is set") : store.get.pipe(Effect.map(late))
          ),
        drop: Effect.asVoid(unlessDone(Effect.as(intent.drop, false)))
      })),
      clear: Effect.tap(store.clear, (removed) => {
        if (removed !== undefined) world.met("I4")
        const session = findSession(service, removed)
        if (session !== undefined) session.isLeft = true
        return note("is cleared")
      }),
      compareAndSet: (expected, next, options) =>
        Effect.suspend(() => {
          let before: Tokens | undefined
          const replaced = Effect.andThen(
            Effect.map(store.get, (tokens) => (before = tokens)),
            store.compareAndSet(expected, next, options)
          )
          return Effect.flatten(
            Intents.step(replaced, (exit) => {
              if (!Exit.isSuccess(exit)) return exit
              if (exit.value) checkReplaced(before, expected, next)
              else if (next !== undefined) late(before)
              else if (before !== undefined) world.met("I7")
              return exit
            })
          )
        })
    })
  }
  return { ...intents, over }
}
