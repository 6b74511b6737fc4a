/** The caller of a handler depends on the access level of its endpoint. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Projects from "../../../src/api/Projects.ts"
import * as Service from "../../../src/api/Service.ts"
import { Caller } from "../../../src/emulator/access/Caller.ts"
import { handle, type Route } from "../../../src/emulator/handlers/Route.ts"
import type { Generation } from "../../../src/emulator/settings/Generation.ts"

const fail = Effect.flatMap(Caller, () => Effect.die("not called"))

describe("a route", () => {
  it("has a caller if its endpoint has an access level", () => {
    expectTypeOf(handle(Projects.getProject, () => fail)).toEqualTypeOf<Route<Generation>>()
  })

  it("needs a caller from elsewhere if its endpoint has no access level", () => {
    expectTypeOf(handle(Service.greet, () => fail)).toEqualTypeOf<Route<Caller | Generation>>()
  })
})
