/** Terminals that wait to be logged in, as a command line tool would with `CliLogin`; pages of the app confirm them. */
import { Context, Deferred, Effect, Layer, Predicate } from "effect"
import { Anonymous, CliLogin, ClientApp, CurrentUser, MemoryTokenStore, Session } from "gatefold"
import { Unavailable } from "gatefold/backend"
import { type TerminalLogin, TerminalLoginNotFound } from "../../backend/DeveloperContract.ts"

/** The logins so far; only the newest are remembered. */
export class TerminalLogins extends Context.Service<
  TerminalLogins,
  {
    readonly start: (options: { readonly asGuest: boolean }) => Effect.Effect<TerminalLogin, Unavailable>
    readonly get: (id: string) => Effect.Effect<TerminalLogin, TerminalLoginNotFound>
  }
>()("example/TerminalLogins") {}

const capacity = 20

const noted = "buy milk"

/** Works without an account, and notes something. */
const workAsGuest = Effect.andThen(Anonymous.signUp, CurrentUser.setClientMetadata({ notes: [noted] }))

const notesOf = ({ clientMetadata }: CurrentUser.CurrentUser): ReadonlyArray<string> =>
  Predicate.hasProperty(clientMetadata, "notes") && Array.isArray(clientMetadata.notes)
    ? clientMetadata.notes.map(String)
    : []

const make = Effect.gen(function* () {
  const app = yield* ClientApp.ClientApp
  const scope = yield* Effect.scope
  const logins = new Map<string, TerminalLogin>()
  let count = 0

  /** Each terminal has its own session. */
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

  const start = Effect.fnUntraced(function* ({ asGuest }: { readonly asGuest: boolean }) {
    const id = String(++count)
    const shown = yield* Deferred.make<TerminalLogin, Unavailable>()
    const end = (change: Partial<TerminalLogin>) => {
      const login = logins.get(id)
      if (login !== undefined) remember({ ...login, ...change })
    }
    const login = CliLogin.login({
      keepAnonymousUser: asGuest,
      promptLink: (url) => {
        const login: TerminalLogin = {
          id,
          url,
          state: "waiting",
          detail: null,
          noted: asGuest ? noted : null,
          notes: []
        }
        remember(login)
        return Effect.asVoid(Deferred.succeed(shown, login))
      }
    })
    yield* Effect.andThen(asGuest ? workAsGuest : Effect.void, login).pipe(
      Effect.andThen(CurrentUser.getOrFail),
      Effect.provide(terminal),
      Effect.match({
        onSuccess: (user) =>
          end({ state: "confirmed", detail: user.primaryEmail ?? user.displayName, notes: notesOf(user) }),
        onFailure: (error) =>
          end({ state: error._tag === "CliAuthExpiredError" ? "expired" : "failed", detail: error.message })
      }),
      // Without a link, no login has started.
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
