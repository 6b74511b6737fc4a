/** Procedures behind the middleware, called through Effect's test client. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import {
  CurrentUser,
  MaybeCurrentUser,
  MaybeSignedInRpc,
  Permission,
  RequirePermissionRpc,
  SignedInRpc
} from "../../../src/backend/middleware/index.ts"
import * as Backend from "../../../src/backend/request/Backend.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"

const Procedures = RpcGroup.make(
  Rpc.make("Greet", { success: Schema.NullOr(Schema.String) }).middleware(MaybeSignedInRpc),
  Rpc.make("WhoAmI", { success: Schema.String }).middleware(SignedInRpc),
  Rpc.make("Report", { success: Schema.String })
    .annotate(Permission, "reports:read")
    .middleware(RequirePermissionRpc)
    .middleware(SignedInRpc)
)

const layer = Procedures.toLayer({
  Greet: () => Effect.map(MaybeCurrentUser, (user) => user?.id ?? null),
  WhoAmI: () => Effect.map(CurrentUser, ({ id }) => id),
  Report: () => Effect.succeed("all is well")
}).pipe(Layer.provideMerge(Backend.layer()), Layer.provideMerge(EmulatedApp.layer()))

describe("procedures", () => {
  it.effect("accept a signed-in user with the permission", () =>
    Effect.gen(function* () {
      const client = yield* RpcTest.makeClient(Procedures)
      const ann = yield* EmulatedApp.signUp({ permissions: ["reports:read"] })
      const bob = yield* EmulatedApp.signUp()
      const bearer = { authorization: `Bearer ${bob.accessToken}` }
      const answers = {
        ann: client.WhoAmI(undefined, { headers: ann.headers }),
        bob: client.WhoAmI(undefined, { headers: bearer }),
        nobody: Effect.flip(client.WhoAmI()),
        annsReport: client.Report(undefined, { headers: ann.headers }),
        bobsReport: Effect.flip(client.Report(undefined, { headers: bob.headers }))
      }
      expect(yield* Effect.all(answers)).toMatchObject({
        ann: ann.user.id,
        bob: bob.user.id,
        nobody: { _tag: "Unauthorized", reason: "missing" },
        annsReport: "all is well",
        bobsReport: { _tag: "Forbidden", permission: "reports:read" }
      })
    }).pipe(Effect.provide(layer))
  )

  it.effect("answer signed-out visitors where they allow that, but never forged tokens", () =>
    Effect.gen(function* () {
      const client = yield* RpcTest.makeClient(Procedures)
      const ann = yield* EmulatedApp.signUp()
      expect(yield* client.Greet(undefined, { headers: ann.headers })).toBe(ann.user.id)
      expect(yield* client.Greet()).toBe(null)
      const forged = { authorization: "Bearer a.b.c" }
      expect(yield* Effect.flip(client.Greet(undefined, { headers: forged }))).toMatchObject({ reason: "invalid" })
    }).pipe(Effect.provide(layer))
  )
})
