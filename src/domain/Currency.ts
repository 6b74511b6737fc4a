/** The currencies of prices. */

/** Codes of ISO 4217. */
export const currencies = ["USD", "EUR", "GBP", "JPY", "INR", "AUD", "CAD"] as const

export type Currency = (typeof currencies)[number]

/** Members for each currency, such as the schema of an amount. */
export const mapCurrencies = <A>(make: (currency: Currency) => A): Readonly<Record<Currency, A>> =>
  Object.fromEntries(currencies.map((currency) => [currency, make(currency)])) as Record<Currency, A>
