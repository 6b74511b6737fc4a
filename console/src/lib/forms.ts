/** What stands in forms. */
import { text } from "#screens/lib/form"

/** The text of a field without white space around it; undefined if there is none. */
export const given = (form: FormData, name: string): string | undefined => text(form, name).trim() || undefined

export const isChecked = (form: FormData, name: string): boolean => form.has(name)

/** Texts between commas or on lines of their own. */
export const listOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** A document of JSON in a field; an empty one is null. Fails in words. */
export const jsonOf = (text: string): unknown => {
  if (text.trim() === "") return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`This is not JSON: ${cause instanceof Error ? cause.message : "it cannot be read"}.`, { cause })
  }
}
