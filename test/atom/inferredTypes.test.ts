/** What atoms infer. Nothing here runs. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as AsyncResult from "effect/reactivity/AsyncResult"
import type * as Atom from "effect/reactivity/Atom"
import { describe, expectTypeOf, it } from "vitest"
import type { Team } from "../../src/api/schema/Team.ts"
import type { ClientServices } from "../../src/app/ClientLayer.ts"
import * as AuthAtom from "../../src/atom/AuthAtom.ts"
import type * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Permissions from "../../src/client/Permissions.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Teams from "../../src/client/Teams.ts"
import type { InvalidOption } from "../../src/domain/errors/InvalidOption.ts"
import { operation } from "../../src/operation/Operation.ts"

class Notes extends Context.Service<Notes, { readonly list: Effect.Effect<ReadonlyArray<string>> }>()("test/Notes") {}

const listNotes = operation("Notes.list")(() => Effect.flatMap(Notes, ({ list }) => list))

type ErrorOf<A extends Atom.Atom<AsyncResult.AsyncResult<unknown, unknown>>> = Atom.Failure<A>
type WrittenTo<A> = A extends Atom.Writable<infer _, infer W> ? Exclude<W, Atom.Reset | Atom.Interrupt> : never

describe("types are inferred", () => {
  it("follow from the app", () => {
    const check = (layer: Layer.Layer<ClientServices, InvalidOption>) => {
      const auth = AuthAtom.make(layer)
      expectTypeOf(auth.runtime).toEqualTypeOf<Atom.AtomRuntime<ClientServices, InvalidOption>>()
      expectTypeOf<Atom.Success<typeof auth.user>>().toEqualTypeOf<CurrentUser.CurrentUser | null>()
      expectTypeOf<ErrorOf<typeof auth.user>["_tag"]>()
        .extract<"InvalidOption" | "TransportError">()
        .toEqualTypeOf<"InvalidOption" | "TransportError">()
      // @ts-expect-error the layer has no such service
      // @effect-diagnostics-next-line missingEffectContext:off
      auth.query(listNotes)
    }
    expectTypeOf(check).toBeFunction()
    // @ts-expect-error a layer without a session
    expectTypeOf((layer: Layer.Layer<Notes>) => AuthAtom.make(layer)).toBeFunction()
  })

  it("follow from queries", () => {
    const check = (auth: AuthAtom.AuthAtom<ClientServices | Notes, InvalidOption>) => {
      const teams = auth.query(Teams.list)
      expectTypeOf<Atom.Success<typeof teams>>().toEqualTypeOf<ReadonlyArray<Team>>()
      const team = auth.query(Teams.get, "an id")
      expectTypeOf<Atom.Success<typeof team>>().toEqualTypeOf<Team>()
      expectTypeOf<ErrorOf<typeof team>["_tag"]>()
        .extract<"TeamMembershipNotFound" | "EmailPasswordMismatch">()
        .toEqualTypeOf<"TeamMembershipNotFound">()
      auth.query(Permissions.list)
      auth.query(Permissions.list, { teamId: "an id" })
      expectTypeOf<Atom.Success<ReturnType<typeof notes>>>().toEqualTypeOf<ReadonlyArray<string>>()
      // @ts-expect-error the input is needed
      auth.query(Teams.get)
      // @ts-expect-error an id is a text
      auth.query(Teams.get, 1)
      // @ts-expect-error there is no input
      auth.query(Teams.list, "an id")
    }
    const notes = (auth: AuthAtom.AuthAtom<ClientServices | Notes, never>) => auth.query(listNotes)
    expectTypeOf(check).toBeFunction()
  })

  it("follow from mutations", () => {
    const check = (auth: AuthAtom.AuthAtom<ClientServices, never>) => {
      const signIn = auth.mutation(Password.signIn)
      expectTypeOf<WrittenTo<typeof signIn>>().toEqualTypeOf<Parameters<typeof Password.signIn>[0]>()
      expectTypeOf<ErrorOf<typeof signIn>["_tag"]>()
        .extract<"EmailPasswordMismatch" | "TeamMembershipNotFound">()
        .toEqualTypeOf<"EmailPasswordMismatch">()
      const signOut = auth.mutation(Sessions.signOut)
      expectTypeOf<WrittenTo<typeof signOut>>().toEqualTypeOf<void>()
      expectTypeOf<ErrorOf<typeof signOut>["_tag"]>().toEqualTypeOf<"SignOutElsewhere">()
      const permissions = auth.mutation(Permissions.list)
      expectTypeOf<WrittenTo<typeof permissions>>().toEqualTypeOf<Exclude<
        Parameters<typeof Permissions.list>[0],
        undefined
      > | void>()
    }
    expectTypeOf(check).toBeFunction()
  })
})
