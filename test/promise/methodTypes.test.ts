/** The shapes of promise methods. Nothing here does anything at run time. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import type { CurrentUser } from "../../src/api/schema/User.ts"
import type * as Password from "../../src/client/Password.ts"
import type * as Sessions from "../../src/client/Sessions.ts"
import type { TeamId, UserId } from "../../src/domain/Ids.ts"
import type { ClientApp } from "../../src/http/ClientApp.ts"
import type { GetError } from "../../src/promise/CurrentUser.ts"
import type {
  CallOptions,
  ClientAppError,
  Interrupted,
  EffectClientApp,
  Result,
  TypedPromise
} from "../../src/promise/index.ts"
import type { EffectServerApp } from "../../src/promise/ServerApp.ts"
import type { Session } from "../../src/session/Session.ts"

declare const app: EffectClientApp

type ErrorOf<F extends (...args: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, unknown>> = Effect.Error<
  ReturnType<F>
>

describe("a promise method", () => {
  it("takes the operation's input, then options", () => {
    expectTypeOf<Parameters<typeof app.password.signIn>>().toEqualTypeOf<
      [input: Parameters<typeof Password.signIn>[0], options?: CallOptions]
    >()
    expectTypeOf<Parameters<typeof app.sessions.list>>().toEqualTypeOf<[options?: CallOptions]>()
    expectTypeOf<Parameters<typeof app.project.get>>().toEqualTypeOf<[options?: CallOptions]>()
    // @ts-expect-error no password
    const wrong = () => app.password.signIn({ email: "ann@example.org" })
    void wrong
  })

  it("takes any text for an id, and refuses an id of something else", () => {
    expectTypeOf<string>().toExtend<Parameters<typeof app.teams.get>[0]>()
    type Grant = Parameters<EffectServerApp["permissions"]["grant"]>[0]
    expectTypeOf<{ userId: string; teamId: string; permissionId: string }>().toExtend<Grant>()
    expectTypeOf<Awaited<ReturnType<typeof app.teams.get>>["id"]>().toEqualTypeOf<TeamId>()
    expectTypeOf<UserId>().not.toExtend<Parameters<typeof app.teams.get>[0]>()
    // @ts-expect-error an id is a text
    const wrong = () => app.teams.get(1)
    void wrong
  })

  it("resolves to the operation's success", () => {
    expectTypeOf<ReturnType<typeof app.password.signUp>>().resolves.toEqualTypeOf<
      "signed-in" | "signed-up" | "upgraded"
    >()
    expectTypeOf<ReturnType<typeof app.mfa.signIn>>().resolves.toEqualTypeOf<
      Awaited<ReturnType<typeof app.password.signUp>>
    >()
    expectTypeOf<ReturnType<typeof app.password.signIn>>().resolves.toEqualTypeOf<void>()
    expectTypeOf<ReturnType<typeof app.currentUser.update>>().resolves.toEqualTypeOf<CurrentUser>()
    const thrown = () => app.currentUser.get({ or: "throw" })
    const plain = () => app.currentUser.get()
    const anonymous = () => app.currentUser.get({ or: "anonymous-if-exists" }, { signal: AbortSignal.abort() })
    expectTypeOf<ReturnType<typeof thrown>>().resolves.toEqualTypeOf<CurrentUser>()
    expectTypeOf<ReturnType<typeof plain>>().resolves.toEqualTypeOf<CurrentUser | null>()
    expectTypeOf<ReturnType<typeof anonymous>>().resolves.toEqualTypeOf<CurrentUser | null>()
  })

  it("names every error that it rejects with in its type", () => {
    type ErrorsOf<Call extends (...input: never) => unknown> =
      ReturnType<Call> extends TypedPromise<unknown, infer E> ? E : never
    expectTypeOf<ErrorsOf<typeof app.password.update>>().toEqualTypeOf<
      ErrorOf<typeof Password.update> | ClientAppError | Interrupted
    >()
    expectTypeOf<ErrorsOf<typeof app.currentUser.get>>().toEqualTypeOf<GetError | ClientAppError | Interrupted>()
    const run = (list: typeof Sessions.list) => app.run(list)
    expectTypeOf<ErrorsOf<typeof run>>().toEqualTypeOf<
      Effect.Error<typeof Sessions.list> | ClientAppError | Interrupted
    >()
  })

  it("has a variant whose result names every error, those of the app too", () => {
    expectTypeOf<Awaited<ReturnType<typeof app.password.update.result>>>().toEqualTypeOf<
      Result<void, ErrorOf<typeof Password.update> | ClientAppError | Interrupted>
    >()
    expectTypeOf<Awaited<ReturnType<typeof app.sessions.list.result>>>().toEqualTypeOf<
      Result<Effect.Success<typeof Sessions.list>, Effect.Error<typeof Sessions.list> | ClientAppError | Interrupted>
    >()
    const narrow = async () => {
      const result = await app.password.reset.result({ code: "", password: "" })
      if (result.ok) {
        expectTypeOf(result.value).toEqualTypeOf<void>()
        return
      }
      if (result.error._tag === "PasswordTooShort") {
        expectTypeOf(result.error.details.minLength).toEqualTypeOf<number>()
      }
      // @ts-expect-error a failure has no value
      void result.value
    }
    void narrow
  })

  it("exists for operations only", () => {
    expectTypeOf<EffectClientApp["password"]>().not.toHaveProperty("maxLength")
    expectTypeOf<EffectClientApp>().toHaveProperty("run")
    expectTypeOf<EffectClientApp>().toExtend<AsyncDisposable>()
  })

  it("runs any other effect that needs what the app has", () => {
    const run = (effect: Effect.Effect<1, "failure", Session | ClientApp>) => app.run(effect)
    expectTypeOf<ReturnType<typeof run>>().resolves.toEqualTypeOf<1>()
    type Runnable = Parameters<EffectClientApp["run"]>[0]
    expectTypeOf<Effect.Effect<1, never, "something else">>().not.toExtend<Runnable>()
  })
})
