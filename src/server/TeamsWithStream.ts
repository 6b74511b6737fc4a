/** `Teams` of `gatefold/server`: the operations, and the stream, for the reason that `UsersWithStream` has. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { pagesOf, type StreamOptions } from "./internal/TeamPages.ts"

export * from "./Teams.ts"

/**
 * Streams all teams, page by page: only one page is in memory at a time, and the next one is fetched on demand. Only
 * the current service has pages of teams; that of 2025-06 refuses with `RequestRefused` of reason `SchemaError`. Fails
 * with a `TransportError` of reason `InvalidServerResponse` when the service names a page for the second time.
 */
export const stream = (options?: StreamOptions) =>
  Stream.suspend(() => {
    const page = pagesOf(options)
    return Stream.paginate(undefined as string | undefined, (cursor) =>
      Effect.map(page(cursor), ({ items, nextCursor }) => [items, Option.fromNullishOr(nextCursor)] as const)
    )
  })
