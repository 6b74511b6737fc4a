/** What hooks infer. Nothing here runs. */
import { describe, expectTypeOf, it } from "vitest"
import type { Team } from "../../src/api/schema/Team.ts"
import * as ApiKeys from "../../src/client/ApiKeys.ts"
import type * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Mfa from "../../src/client/Mfa.ts"
import * as Password from "../../src/client/Password.ts"
import * as Permissions from "../../src/client/Permissions.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Teams from "../../src/client/Teams.ts"
import type { TeamId } from "../../src/domain/Ids.ts"
import { type Interrupted, useAction, useResource, useTeam, useTeams, useUser } from "../../src/react/index.ts"
import type { SignInResult } from "../../src/session/SignIn.ts"

describe("types are inferred", () => {
  it("follow from reads", () => {
    const check = (teamId: TeamId) => {
      expectTypeOf(useResource(Teams.list)).toEqualTypeOf<ReadonlyArray<Team>>()
      expectTypeOf(useResource(Teams.list, undefined, { as: "value" })).toEqualTypeOf<ReadonlyArray<Team> | undefined>()
      expectTypeOf(useResource(Teams.get, teamId)).toEqualTypeOf<Team>()
      const result = useResource(Teams.get, teamId, { as: "result" })
      expectTypeOf(result.value).toEqualTypeOf<Team | undefined>()
      if (result.status === "success") expectTypeOf(result.value).toEqualTypeOf<Team>()
      if (result.status === "failure") {
        expectTypeOf(result.error._tag).extract<"TeamMembershipNotFound">().toEqualTypeOf<"TeamMembershipNotFound">()
        expectTypeOf(result.error._tag).extract<"EmailPasswordMismatch">().toEqualTypeOf<never>()
      }
      useResource(Permissions.list)
      useResource(Permissions.list, { teamId })
      useResource(ApiKeys.get, { id: "k" as never })
      // @ts-expect-error the input is needed
      useResource(Teams.get)
      useResource(Teams.get, "an id from a URL")
      useResource(Permissions.list, { teamId: "an id from a URL" })
      // @ts-expect-error an id is a text
      useResource(Teams.get, 1)
      // @ts-expect-error there is no such flavor
      useResource(Teams.list, undefined, { as: "promise" })
      expectTypeOf(useTeams()).toEqualTypeOf<ReadonlyArray<Team>>()
      expectTypeOf(useTeam(teamId)).toEqualTypeOf<Team | null>()
      expectTypeOf(useTeam(teamId, { as: "value" })).toEqualTypeOf<Team | null | undefined>()
      expectTypeOf(useTeam(teamId, { as: "result" }).value).toEqualTypeOf<Team | null | undefined>()
    }
    expectTypeOf(check).toBeFunction()
  })

  it("follow from the options of the user", () => {
    const check = () => {
      expectTypeOf(useUser()).toEqualTypeOf<CurrentUser.CurrentUser | null>()
      expectTypeOf(useUser({ or: "return-null" })).toEqualTypeOf<CurrentUser.CurrentUser | null>()
      expectTypeOf(useUser({ or: "anonymous-if-exists" })).toEqualTypeOf<CurrentUser.CurrentUser | null>()
      expectTypeOf(useUser({ or: "throw" })).toEqualTypeOf<CurrentUser.CurrentUser>()
      expectTypeOf(useUser({ or: "redirect" })).toEqualTypeOf<CurrentUser.CurrentUser>()
      expectTypeOf(useUser({ or: "anonymous" })).toEqualTypeOf<CurrentUser.CurrentUser>()
      expectTypeOf(useUser({ as: "value" })).toEqualTypeOf<CurrentUser.CurrentUser | null | undefined>()
      expectTypeOf(useUser({ or: "redirect", as: "value" })).toEqualTypeOf<CurrentUser.CurrentUser | undefined>()
    }
    expectTypeOf(check).toBeFunction()
  })

  it("follow from actions", () => {
    const check = async () => {
      const signIn = useAction(Password.signIn)
      const result = await signIn.run({ email: "a", password: "b" })
      if (result.ok) expectTypeOf(result.value).toEqualTypeOf<void>()
      else expectTypeOf(result.error).extract<Interrupted>().toEqualTypeOf<Interrupted>()
      if (signIn.status === "failure") {
        expectTypeOf(signIn.error._tag).extract<"EmailPasswordMismatch">().toEqualTypeOf<"EmailPasswordMismatch">()
      }
      expectTypeOf(useAction(Teams.create).value).toEqualTypeOf<Teams.CreatedTeam | undefined>()
      expectTypeOf(useAction(Mfa.signIn).value).toEqualTypeOf<SignInResult | undefined>()
      void useAction(Sessions.signOut).run()
      // @ts-expect-error the password is missing
      void signIn.run({ email: "a" })
      // @ts-expect-error the input is missing
      void signIn.run()
    }
    expectTypeOf(check).toBeFunction()
  })
})
