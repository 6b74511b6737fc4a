/**
 * What JSON can hold.
 */

/** Any JSON value. */
export type Json = null | string | number | boolean | ReadonlyArray<Json> | { readonly [name: string]: Json }
