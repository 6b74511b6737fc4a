/** What an API that declares the middleware declares: each as itself, with the refusals that it can answer. */
import { describe, expect, it } from "@effect/vitest"
import { Forbidden, Unauthorized, Unavailable } from "../../../src/backend/AuthErrors.ts"
import * as Declared from "../../../src/backend/middleware/AuthMiddleware.ts"

const refusals = [Unauthorized, Forbidden, Unavailable] as const

describe("the middleware of authentication", () => {
  it("is identified by its name, in whichever copy of the package it was declared", () => {
    for (const [name, declared] of Object.entries(Declared)) {
      expect(declared.key).toBe(`gatefold/backend/${name}`)
    }
  })

  it("declares its own refusals, even without SignedIn beside it", () => {
    const { MaybeSignedIn, RequirePermission, RequireTeamPermission, SignedIn, TeamMember } = Declared
    for (const middleware of [SignedIn, MaybeSignedIn, TeamMember, RequirePermission, RequireTeamPermission]) {
      expect([...middleware.error], middleware.key).toStrictEqual(refusals)
    }
    expect([...Declared.ApiKeyMiddleware.error]).toStrictEqual([Unauthorized, Unavailable])
    const { MaybeSignedInRpc, RequirePermissionRpc, SignedInRpc } = Declared
    for (const middleware of [SignedInRpc, MaybeSignedInRpc, RequirePermissionRpc]) {
      expect(middleware.error.members, middleware.key).toStrictEqual(refusals)
    }
  })
})
