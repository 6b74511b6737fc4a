/** The app of `password-client.ts`, which decodes and encodes a struct of its own with Schema. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as CurrentUser from "../../../src/client/CurrentUser.ts"
import * as Password from "../../../src/client/Password.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Session from "../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"

const layer = Session.layer.pipe(
  Layer.provideMerge(MemoryTokenStore.layer),
  Layer.provideMerge(ClientApp.layer({ projectId: "project", publishableClientKey: "pck_key" }))
)

const Item = Schema.Struct({ id: Schema.String, name: Schema.NullOr(Schema.String), size: Schema.Number })

const copy = (item: typeof Item.Type) =>
  Schema.encodeUnknownEffect(Item)(item).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Item)))

const program = Effect.gen(function* () {
  yield* Password.signIn({ email: "ann@example.org", password: "correct horse" })
  const user = yield* CurrentUser.get
  yield* Sessions.signOut
  return [user, yield* copy({ id: "1", name: null, size: 1 })] as const
})

export const main = () => Effect.runPromise(Effect.provide(program, layer))
