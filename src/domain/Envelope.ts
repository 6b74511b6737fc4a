/** Functions that unwrap answers, and that write query values which are not text. */

/** `{}` around nothing. */
export const nothing = (_: unknown): void => undefined

/** The items of a list. */
export const itemsOf = <A>(list: { readonly items: ReadonlyArray<A> }): ReadonlyArray<A> => list.items

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
export const pageOf = <A>(page: PageableWire<A>): Page<A> => ({
  items: page.items,
  nextCursor: page.pagination?.next_cursor ?? null
})

/** The items of a list that may have pages. */
export const pageableOf = <A>(page: PageableWire<A>): Pageable<A> => ({
  items: page.items,
  nextCursor: page.pagination?.next_cursor
})

/** The templates of the list of templates. */
export const templatesOf = <A>(list: { readonly templates: ReadonlyArray<A> }): ReadonlyArray<A> => list.templates

/** The themes of the list of themes. */
export const themesOf = <A>(list: { readonly themes: ReadonlyArray<A> }): ReadonlyArray<A> => list.themes

/** The drafts of the list of drafts. */
export const draftsOf = <A>(list: { readonly drafts: ReadonlyArray<A> }): ReadonlyArray<A> => list.drafts

/** The results of something that was done for several. */
export const resultsOf = <A>(answer: { readonly results: ReadonlyArray<A> }): ReadonlyArray<A> => answer.results

/** The id of what was made, without its other members. */
export const onlyId = <A>({ id }: { readonly id: A }): { readonly id: A } => ({ id })

/** Whether an object has no members. */
export const isEmpty = (value: {}): boolean => Object.keys(value).length === 0

/** A boolean from a query. */
export const isTrue = (text: "true" | "false"): boolean => text === "true"

/** A boolean as a query has it. */
export const toQueryBoolean = (value: boolean): "true" | "false" => (value ? "true" : "false")
