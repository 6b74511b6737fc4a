/** Terminals that wait to be logged in, as a command line tool would with `CliLogin`; pages of the app confirm them. */
import { Context, Deferred, Effect, Layer } from "effect"
import { CliLogin, ClientApp, CurrentUser, MemoryTokenStore, Session } from "gatefold"
import { Unavailable } from "gatefold/backend"
import { type TerminalLogin, TerminalLoginNotFound } from "../../backend/DeveloperContract.ts"

/** The logins so far; only the newest are remembered. */
export class TerminalLogins extends Context.Service<
  TerminalLogins,
  {
    readonly start: Effect.Effect<TerminalLogin, Unavailable>
    readonly get: (id: string) => Effect.Effect<TerminalLogin, TerminalLoginNotFound>
  }
>()("example/TerminalLogins") {}

const capacity = 20

const make = Effect.gen(function* () {
  const app = yield* ClientApp.ClientApp
  const scope = yield* Effect.scope
  const logins = new Map<string, TerminalLogin>()
  let count = 0

  /** Each terminal has a session of its own. */
  const terminal = Session.layer.pipe(
    Layer.provideMerge(MemoryTokenStore.layer),
    Layer.provideMerge(Layer.succeed(ClientApp.ClientApp, app)),
    Layer.fresh
  )

  const remember = (login: TerminalLogin) => {
    logins.set(login.id, login)
    for (const oldest of logins.keys()) {
      if (logins.size <= capacity) break
      logins.delete(oldest)
    }
  }

  const start = Effect.gen(function* () {
    const id = String(++count)
    const shown = yield* Deferred.make<TerminalLogin, Unavailable>()
    const end = (state: TerminalLogin["state"], detail: string | null) => {
      const login = logins.get(id)
      if (login !== undefined) remember({ ...login, state, detail })
    }
    yield* CliLogin.login({
      promptLink: (url) => {
        const login: TerminalLogin = { id, url, state: "waiting", detail: null }
        remember(login)
        return Effect.asVoid(Deferred.succeed(shown, login))
      }
    }).pipe(
      Effect.andThen(CurrentUser.get({ or: "throw" })),
      Effect.provide(terminal),
      Effect.match({
        onSuccess: (user) => end("confirmed", user.primaryEmail ?? user.displayName),
        onFailure: (error) => end(error._tag === "CliAuthExpiredError" ? "expired" : "failed", error.message)
      }),
      // without a link there was no login
      Effect.andThen(Deferred.fail(shown, new Unavailable())),
      Effect.forkIn(scope)
    )
    return yield* Deferred.await(shown)
  })

  return TerminalLogins.of({
    start,
    get: (id) =>
      Effect.suspend(() => {
        const login = logins.get(id)
        return login === undefined ? Effect.fail(new TerminalLoginNotFound()) : Effect.succeed(login)
      })
  })
})

/** Logins at the project of the client app; they end with the server. */
export const layer = Layer.effect(TerminalLogins, make)
