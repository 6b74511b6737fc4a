/** Atoms: the current user, a list that follows its changes, and an operation of the app's own. */
import { Console, Effect, Layer } from "effect"
import { AsyncResult, Atom, AtomRegistry } from "effect/reactivity"
import { Password, Sessions, Teams } from "gatefold"
import { AuthAtom } from "gatefold/atom"
import type { Emulator } from "gatefold/emulator"
import { device, run } from "./demo.ts"

export const example = Effect.gen(function* () {
  // In a page: the layer of your app, with `BrowserCookieTokenStore`.
  const AppLive = device.pipe(Layer.provide(Layer.succeedContext(yield* Effect.context<Emulator>())))
  const auth = AuthAtom.make(AppLive)

  const greeting = Atom.map(
    auth.user,
    AsyncResult.match({
      onInitial: () => "…",
      onFailure: () => "Something went wrong",
      onSuccess: ({ value: user }) => (user === null ? "Please sign in" : `Hello ${user.primaryEmail}`)
    })
  )

  // What `@effect/atom-react` does for components.
  const registry = yield* AtomRegistry.AtomRegistry
  const write = <A, E, W>(atom: Atom.Writable<AsyncResult.AsyncResult<A, E>, W>, input: W) => {
    registry.mount(atom)
    registry.set(atom, input)
    return AtomRegistry.getResult(registry, atom, { suspendOnWaiting: true })
  }
  registry.subscribe(greeting, (text) => console.log(text), { immediate: true })

  yield* write(auth.mutation(Password.signUp), { email: "ann@example.org", password: "correct horse battery" })
  yield* AtomRegistry.getResult(registry, auth.user, { suspendOnWaiting: true })

  const teams = auth.query(Teams.list)
  registry.mount(teams)
  yield* write(auth.mutation(Teams.create), { displayName: "Crew" })
  const list = yield* AtomRegistry.getResult(registry, teams, { suspendOnWaiting: true })
  yield* Console.log(
    "Teams:",
    list.map(({ displayName }) => displayName)
  )

  const wrong = auth.mutation(Password.signIn)
  yield* write(wrong, { email: "ann@example.org", password: "a guess" }).pipe(
    Effect.catchTag("EmailPasswordMismatch", (error) => Console.log(error.message))
  )
  yield* write(auth.mutation(Sessions.signOut), undefined)
}).pipe(Effect.provide(AtomRegistry.layer))

run(import.meta.main, example)
