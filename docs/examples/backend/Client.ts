/**
 * The backend's clients, for browsers: typed by the contracts, and acting as the
 * user who is signed in.
 *
 * @example
 * ```ts
 * const backend = Client.make(location.origin)
 * const users = yield* backend.admin((admin) => admin.ListUsers({ limit: 20, orderBy: "signedUpAt", desc: true }))
 * ```
 */
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { RpcClient, type RpcClientError, RpcSerialization } from "effect/rpc"
import { Sessions } from "gatefold"
import { AuthorizedClient } from "gatefold/backend/client"
import { Admin, adminPath } from "./AdminContract.ts"
import { Api } from "./Contract.ts"
import { Developer, developerPath } from "./DeveloperContract.ts"

/** The client of the notes. */
export type NotesClient = HttpApiClient.ForApi<typeof Api>

/** The client of the procedures for admins. */
export type AdminClient = RpcClient.FromGroup<typeof Admin, RpcClientError.RpcClientError>

/** The client of the procedures for developers. */
export type DeveloperClient = RpcClient.FromGroup<typeof Developer, RpcClientError.RpcClientError>

/** Lets a procedure know who is signed in. */
export const asUser = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Sessions.authHeaders, (headers) => RpcClient.withHeaders(call, headers))

/** Clients of the backend at a URL. */
export const make = (url: string) => {
  const procedures = (path: string) =>
    RpcClient.layerProtocolHttp({ url: url + path }).pipe(
      Layer.provide(RpcSerialization.layerJson),
      Layer.provide(FetchHttpClient.layer)
    )
  return {
    notes: <A, E, R>(call: (client: NotesClient) => Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const client = yield* HttpApiClient.make(Api, { baseUrl: url })
        return yield* call(client)
      }).pipe(Effect.provide([AuthorizedClient.layer, FetchHttpClient.layer])),

    admin: <A, E, R>(call: (client: AdminClient) => Effect.Effect<A, E, R>) =>
      Effect.flatMap(AuthorizedClient.makeRpc(Admin), call).pipe(Effect.scoped, Effect.provide(procedures(adminPath))),

    /** Also for signed-out visitors. Wrap `MakeMeAdmin` in {@link asUser}. */
    developer: <A, E, R>(call: (client: DeveloperClient) => Effect.Effect<A, E, R>) =>
      Effect.flatMap(RpcClient.make(Developer), call).pipe(Effect.scoped, Effect.provide(procedures(developerPath)))
  }
}
