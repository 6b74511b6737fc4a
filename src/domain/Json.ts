/**
 * What JSON can hold.
 */

/** Any JSON value. */
export type Json = null | string | number | boolean | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json }

/** The JSON object that a text is; undefined if it is none. */
export const parseObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
    return isObject ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** Whether a text is a JSON object. */
export const isObjectText = (text: string): boolean => parseObject(text) !== undefined
