/** JSON values, and the JSON of a text. */

export type Json = null | string | number | boolean | ReadonlyArray<Json> | { readonly [name: string]: Json }

export type JsonObject = { readonly [name: string]: Json }

/** Whether a value is an object, and no list. */
export const isRecord: {
  (value: Json | undefined): value is JsonObject
  (value: unknown): value is Readonly<Record<string, unknown>>
} = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value)

/** The value of a JSON text; undefined if the text is malformed. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON object of a text; undefined if the text is not one. */
export const parseObject = (text: string): JsonObject | undefined => {
  // The parser makes nothing else than JSON.
  const value = parse(text) as Json | undefined
  return isRecord(value) ? value : undefined
}

export const isObjectText = (text: string): boolean => parseObject(text) !== undefined

/**
 * Whether a document is nested deeper than this many levels, as far as it is JSON. It is found without parsing, which
 * takes seconds and hundreds of megabytes for 10 MiB of brackets.
 */
export const isNestedDeeper = (json: string, levels: number): boolean => {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isInString) {
      if (character === "\\") at++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === "[" || character === "{") {
      if (++depth > levels) return true
    } else if (character === "]" || character === "}") depth--
  }
  return false
}
