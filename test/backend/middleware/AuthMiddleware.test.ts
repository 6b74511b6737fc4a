/** What an API that declares the middleware declares: each as itself, with the refusals that it can answer. */
import { describe, expect, it } from "@effect/vitest"
import { Forbidden, Unauthorized, Unavailable } from "../../../src/backend/AuthErrors.ts"
import * as Declared from "../../../src/backend/middleware/AuthMiddleware.ts"

const refusals = [Unauthorized, Forbidden, Unavailable] as const

describe("the middleware of authentication", () => {
  it.each(Object.entries(Declared))(
    "%s is identified by its name, in whichever copy of the package",
    (name, declared) => {
      expect(declared.key).toBe(`gatefold/backend/${name}`)
    }
  )

  const { MaybeSignedIn, RequirePermission, RequireTeamPermission, SignedIn, TeamMember } = Declared
  it.each([SignedIn, MaybeSignedIn, TeamMember, RequirePermission, RequireTeamPermission])(
    "$key declares its own refusals",
    (middleware) => {
      expect([...middleware.error]).toStrictEqual(refusals)
    }
  )

  it("of API keys declares its own refusals", () => {
    expect([...Declared.ApiKeyMiddleware.error]).toStrictEqual([Unauthorized, Unavailable])
  })

  const { MaybeSignedInRpc, RequirePermissionRpc, SignedInRpc } = Declared
  it.each([SignedInRpc, MaybeSignedInRpc, RequirePermissionRpc])("$key declares its own refusals", (middleware) => {
    expect(middleware.error.members).toStrictEqual(refusals)
  })
})
