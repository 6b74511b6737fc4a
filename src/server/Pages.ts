/** Lists that the service returns in pages. */
import * as Effect from "effect/Effect"
import { TransportError } from "../domain/errors/TransportError.ts"
import * as TransportReason from "../domain/errors/TransportReason.ts"
import type { Page } from "../domain/Page.ts"
import type { EndpointRef } from "../operation/OperationData.ts"

/** Reads the page that a cursor names, undefined for the first one. */
export type ReadPage<A, E, R> = (cursor: string | undefined) => Effect.Effect<Page<A>, E, R>

/** Reads pages like `read`, but fails when the service names one for the second time, which would never end. */
export const refuseRepeats = <A, E, R>(
  endpoint: EndpointRef,
  read: ReadPage<A, E, R>
): ReadPage<A, E | TransportError, R> => {
  const seen = new Set<string>()
  return (cursor) =>
    Effect.flatMap(read(cursor), (page): Effect.Effect<Page<A>, TransportError> => {
      const { nextCursor } = page
      if (nextCursor === null) return Effect.succeed(page)
      if (seen.has(nextCursor)) return Effect.fail(makeRepeatedCursorError(endpoint))
      seen.add(nextCursor)
      return Effect.succeed(page)
    })
}

/** The items of all pages, each once. */
export const readAll = Effect.fnUntraced(function* <A extends { readonly id: string }, E, R>(
  endpoint: EndpointRef,
  read: ReadPage<A, E, R>
): Effect.fn.Return<ReadonlyArray<A>, E | TransportError, R> {
  const next = refuseRepeats(endpoint, read)
  const items = new Map<string, A>()
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: Page<A> = yield* next(cursor)
    // An item that moves while the pages are read may come twice.
    for (const item of page.items) if (!items.has(item.id)) items.set(item.id, item)
    cursor = page.nextCursor
  }
  return [...items.values()]
})

const makeRepeatedCursorError = ({ method, path }: EndpointRef) =>
  new TransportError({
    reason: new TransportReason.InvalidServerResponse({
      status: 200,
      detail: "the cursor of the next page was that of a page before"
    }),
    method,
    path,
    attempts: 1,
    elapsedMillis: 0,
    outcomeUnknown: false
  })
