/**
 * Streams of what the service returns in pages. Effect's streams are a third of the Effect code that a server loads, so
 * promise apps, which iterate themselves, do not load them.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ReadPage } from "../Pages.ts"

/** Streams all items: only one page is in memory at a time, and the next one is fetched on demand. */
export const make =
  <Options, A, E, R>(pagesOf: (options?: Options) => ReadPage<A, E, R>) =>
  (options?: Options) =>
    Stream.suspend(() => {
      const page = pagesOf(options)
      return Stream.paginate(undefined as string | undefined, (cursor) =>
        Effect.map(page(cursor), ({ items, nextCursor }) => [items, Option.fromNullishOr(nextCursor)] as const)
      )
    })
