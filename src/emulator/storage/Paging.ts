/** Lists in pages, where a cursor is the id of the first item of its page. */
import type { Page } from "../../domain/Page.ts"
import { sql } from "./Database.ts"

/**
 * The number of rows to select: one more than a page has, to know where the next one starts. SQLite reads -1 as all.
 */
export const countRows = (limit: number | undefined): number => (limit === undefined ? -1 : limit + 1)

/** The page at the start of a list; the whole list without a limit. */
export const takePage = <A extends { readonly id: string }>(
  list: ReadonlyArray<A>,
  limit: number | undefined
): Page<A> =>
  limit === undefined
    ? { items: list, nextCursor: null }
    : { items: list.slice(0, limit), nextCursor: list[limit]?.id ?? null }

export const map = <A, B>({ items, nextCursor }: Page<A>, convert: (item: A) => B): Page<B> => ({
  items: items.map(convert),
  nextCursor
})

/** The direction of a list, and the comparison of its rows with the first one of a page. */
export const order = (isDescending = false) => ({
  direction: sql.literal(isDescending ? "DESC" : "ASC"),
  comparison: sql.literal(isDescending ? "<=" : ">=")
})
