/** The products and items of a project, read from its configuration. */
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { type Amounts, type InlineProduct, type Price, Product } from "../../api/schema/Payments.ts"
import { currencies, type Currency } from "../../domain/Currency.ts"
import type { ProductConfig } from "../projects/ProjectConfig.ts"

/** A product as customers have it, with the product line that it was bought in. */
export const SoldProduct = Schema.Struct({ ...Product.to.fields, productLineId: Schema.optional(Schema.String) })
export interface SoldProduct extends Schema.Struct.Type<(typeof SoldProduct)["fields"]> {}

export const fromConfig = ({
  customerType = "user",
  displayName = "Product",
  includedItems = {},
  prices = {},
  serverOnly = false,
  stackable = false,
  ...rest
}: ProductConfig): SoldProduct => ({
  ...rest,
  displayName,
  customerType,
  prices,
  serverOnly,
  stackable,
  includedItems: Record.map(includedItems, ({ quantity = 0, ...item }) => ({ ...item, quantity }))
})

export const fromInline = (product: InlineProduct): SoldProduct => ({
  ...product,
  serverOnly: product.serverOnly ?? true,
  stackable: false
})

export const toProduct = ({ productLineId: _, ...product }: SoldProduct): Product => ({
  ...product,
  includedItems: Object.fromEntries(
    Object.entries(product.includedItems).map(([id, { expires = "never", quantity, repeat = "never" }]) => [
      id,
      { quantity, repeat, expires }
    ])
  ),
  clientMetadata: product.clientMetadata ?? null,
  clientReadOnlyMetadata: product.clientReadOnlyMetadata ?? null,
  serverMetadata: product.serverMetadata ?? null
})

export const findPrice = ({ prices }: Product, priceId: string | null): Price | undefined =>
  priceId !== null && Object.hasOwn(prices, priceId) ? prices[priceId] : undefined

export const listRecurringPrices = ({ prices }: Product): ReadonlyArray<readonly [id: string, price: Price]> =>
  Object.entries(prices).filter(([, { interval }]) => interval !== undefined)

const getUnits = (currency: Currency) => (currency === "JPY" ? 1 : 100)

/** A price times a quantity, in each of its currencies. */
export const multiplyPrice = (price: Price | undefined, quantity: number): Amounts =>
  Object.fromEntries(
    currencies.flatMap((currency) => {
      const units = getUnits(currency)
      const amount = Math.round(Number(price?.[currency] ?? 0) * quantity * units) / units
      return amount === 0 ? [] : [[currency, String(amount)]]
    })
  )

/** A price in the smallest unit of its currency. Yen have no smaller one. */
export const computeAmount = (
  price: Price | undefined,
  quantity: number
): { readonly minor: number; readonly text: string } => {
  const currency = currencies.find((name) => price?.[name] !== undefined) ?? "USD"
  const amount = Number(price?.[currency] ?? 0) * quantity
  const text = new Intl.NumberFormat("en", { style: "currency", currency }).format(amount)
  return { minor: Math.round(amount * getUnits(currency)), text }
}
