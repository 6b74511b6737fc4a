/** Reads forms. */
import { readText } from "#screens/lib/form"

/** The trimmed text of a field, or undefined if it is empty. */
export const readOptionalText = (form: FormData, name: string): string | undefined =>
  readText(form, name).trim() || undefined

export const isChecked = (form: FormData, name: string): boolean => form.has(name)

/** Texts that are separated by commas or spaces. */
export const splitList = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
