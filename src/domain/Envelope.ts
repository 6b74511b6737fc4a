/** Functions that unwrap the answers of `api/Envelope.ts`, and others like them. */

/** `{}` around nothing. */
export const nothing = (_: unknown): void => undefined

export const toItems = <A>(list: { readonly items: ReadonlyArray<A> }): ReadonlyArray<A> => list.items

export const toTemplates = <A>(list: { readonly templates: ReadonlyArray<A> }): ReadonlyArray<A> => list.templates

export const toThemes = <A>(list: { readonly themes: ReadonlyArray<A> }): ReadonlyArray<A> => list.themes

export const toDrafts = <A>(list: { readonly drafts: ReadonlyArray<A> }): ReadonlyArray<A> => list.drafts

export const toResults = <A>(answer: { readonly results: ReadonlyArray<A> }): ReadonlyArray<A> => answer.results

export const pickId = <A>({ id }: { readonly id: A }): { readonly id: A } => ({ id })
