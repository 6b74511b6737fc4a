/**
 * The notes of a team, of the example backend, as operations for the hooks.
 */
import { Effect } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Sessions } from "gatefold"
import type { TeamId } from "gatefold/backend/contract"
import { operation } from "gatefold/react"
import { Api } from "../../../../backend/Contract.ts"

const client = Effect.gen(function* () {
  const headers = yield* Sessions.authHeaders
  return yield* HttpApiClient.make(Api, {
    baseUrl: globalThis.location.origin,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(headers))
  })
}).pipe(Effect.provide(FetchHttpClient.layer))

export const list = operation("Notes.list")(function* (teamId: TeamId) {
  const { notes } = yield* client
  return yield* notes.list({ params: { teamId } })
})

export const add = operation("Notes.add", { stale: ["Notes.list"] })(function* (input: {
  readonly teamId: TeamId
  readonly text: string
}) {
  const { notes } = yield* client
  return yield* notes.add({ params: { teamId: input.teamId }, payload: { text: input.text } })
})

export const remove = operation("Notes.remove", { stale: ["Notes.list"] })(function* (input: {
  readonly teamId: TeamId
  readonly noteId: string
}) {
  const { notes } = yield* client
  return yield* notes.remove({ params: input })
})
