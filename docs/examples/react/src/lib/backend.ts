import { Data, Effect } from "effect"
import type { HttpClientError } from "effect/http"
import { isTagged } from "effect/Predicate"
import type { RpcClientError } from "effect/rpc"
import type { AdminClient, DeveloperClient, NotesClient } from "../../../backend/Client.ts"
import * as Client from "../../../backend/Client.ts"

/** The app's own server does not answer. */
export class BackendUnreachable extends Data.TaggedError("BackendUnreachable") {
  override get message() {
    return "The app’s own server cannot be reached. Check your connection and try again."
  }
}

type Unreachable = HttpClientError.HttpClientError | RpcClientError.RpcClientError

const isUnreachable = (error: unknown): error is Unreachable =>
  isTagged(error, "HttpClientError") || isTagged(error, "RpcClientError")

/** With words for the person in front of the page. */
const inWords = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.mapError(call, (error) => (isUnreachable(error) ? new BackendUnreachable() : error))

const client = Client.make(globalThis.location.origin)

/** The app's own backend, which has served this page. */
export const backend = {
  notes: <A, E, R>(call: (notes: NotesClient) => Effect.Effect<A, E, R>) => inWords(client.notes(call)),
  admin: <A, E, R>(call: (admin: AdminClient) => Effect.Effect<A, E, R>) => inWords(client.admin(call)),
  developer: <A, E, R>(call: (developer: DeveloperClient) => Effect.Effect<A, E, R>) => inWords(client.developer(call))
}
