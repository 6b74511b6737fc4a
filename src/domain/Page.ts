/** Lists that the service returns in pages, and the largest pages that it answers. It refuses requests for more. */

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly nextCursor: string | null
}

/** The items of a list that has pages if the request asks for them: without pages `nextCursor` is absent. */
export interface Pageable<A> {
  readonly items: ReadonlyArray<A>
  readonly nextCursor?: string | null | undefined
}

/** A list that may have pages, on the wire. */
export interface PageableWire<A> {
  readonly items: ReadonlyArray<A>
  readonly is_paginated: boolean
  readonly pagination?: { readonly next_cursor: string | null } | undefined
}

/** The items of a page, and where the next one begins. */
export const toPage = <A>(page: PageableWire<A>): Page<A> => ({
  items: page.items,
  nextCursor: page.pagination?.next_cursor ?? null
})

/** The items of a list that may have pages. */
export const toPageable = <A>(page: PageableWire<A>): Pageable<A> => ({
  items: page.items,
  nextCursor: page.pagination?.next_cursor
})

/** The largest page of users. Without a limit, the service also refuses to list more. */
export const maxUsersPerPage = 1000

/** The largest page of teams. */
export const maxTeamsPerPage = 200

/** The largest page of products and of invoices. */
export const maxPaymentsPerPage = 100

/** The largest page of transactions. */
export const maxTransactionsPerPage = 200

/** The largest page of permission definitions. */
export const maxDefinitionsPerPage = 200
