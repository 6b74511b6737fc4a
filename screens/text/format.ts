/** Numbers, plurals and lists as a language writes them. */

/** The forms of a word that depend on a count. `#` is replaced with the count. English has `one` and `other`. */
export type PluralForms = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string }

export interface Formats {
  readonly number: (value: number) => string
  /** `plural(3, { one: "# member", other: "# members" })` is "3 members". */
  readonly plural: (count: number, forms: PluralForms) => string
  /** "Ann, Bob, and Cleo" */
  readonly list: (items: ReadonlyArray<string>) => string
}

/** The formats of a language. */
export const formats = (language: string): Formats => {
  const formatNumber = (value: number) => new Intl.NumberFormat(language).format(value)
  return {
    number: formatNumber,
    plural: (count, forms) =>
      (forms[new Intl.PluralRules(language).select(count)] ?? forms.other).replaceAll("#", formatNumber(count)),
    list: (items) => new Intl.ListFormat(language).format(items)
  }
}
