/**
 * `Users` of `gatefold/server`: the operations, and the stream. Effect's streams are a third of the Effect code that a
 * server loads, so promise apps, which iterate themselves, do not load them.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { pagesOf, type StreamOptions } from "./internal/UserPages.ts"

export * from "./Users.ts"
export { defaultPageSize } from "./internal/UserPages.ts"

/**
 * Streams all users, page by page: only one page is in memory at a time, and the next one is fetched on demand. Fails
 * with a `TransportError` of reason `InvalidServerResponse` when the service names a page for the second time, which
 * would never end.
 */
export const stream = (options?: StreamOptions) =>
  Stream.suspend(() => {
    const page = pagesOf(options)
    return Stream.paginate(undefined as string | undefined, (cursor) =>
      Effect.map(page(cursor), ({ items, nextCursor }) => [items, Option.fromNullishOr(nextCursor)] as const)
    )
  })
