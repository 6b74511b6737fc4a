/** Reads forms. */
import { text } from "#screens/lib/form"

/** The trimmed text of a field, or undefined if it is empty. */
export const optionalText = (form: FormData, name: string): string | undefined => text(form, name).trim() || undefined

export const isChecked = (form: FormData, name: string): boolean => form.has(name)

/** Texts that are separated by commas or spaces. */
export const splitList = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
