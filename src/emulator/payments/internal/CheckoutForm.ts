/** The HTML of the purchase page. */
import type { IncludedItem, Interval, Price } from "../../../api/schema/Payments.ts"
import { escapeHtml } from "../../../domain/text/HtmlEscape.ts"
import * as HtmlPage from "../../http/HtmlPage.ts"
import * as Catalog from "../Catalog.ts"

const style = `
form { border-top: 1px solid var(--border) }
fieldset { padding: 0 0.5rem }
.people { padding-block: 0.25rem }
legend { padding: 0.75rem 0.75rem 0.375rem }
.option { clear: both }
.option .detail { white-space: normal }
.included { margin-top: 0.75rem; padding: 0; display: grid; gap: 0.25rem; list-style: none; font-size: 0.875rem }
.quantity { padding: 0.75rem 1.25rem 0.25rem }
.actions { padding-top: 0.75rem }
`

/** The largest number of a product that can be bought at once. */
export const maxQuantity = 1_000_000

/** The text under the card of each page. */
export const foot = "Simulated by the Gatefold emulator. No money moves."

const units = { day: "day", week: "week", month: "month", year: "year" }

const formatInterval = ([length, unit]: Interval): string => (length === 1 ? units[unit] : `${length} ${units[unit]}s`)

const formatTerms = (price: Price, product: Catalog.SoldProduct): string => {
  const trial = price.freeTrial ?? product.freeTrial
  if (price.interval === undefined) return "Paid once"
  const every = `Renews every ${formatInterval(price.interval)}`
  return trial === undefined ? every : `${every}, after a free trial of ${formatInterval([trial[0], trial[1]])}`
}

const renderOption = (name: string, value: string, isChosen: boolean, title: string, detail: string): string => {
  const id = `${name}-${value}`
  return `<label class="option" for="${escapeHtml(id)}"><input type="radio" id="${escapeHtml(id)}" name="${name}" value="${escapeHtml(value)}"${isChosen ? " checked" : ""} required>
<span class="who"><span class="name">${escapeHtml(title)}</span><span class="detail">${escapeHtml(detail)}</span></span></label>`
}

const formatIncluded = ([id, { quantity, repeat = "never" }]: readonly [string, IncludedItem]): string =>
  `<li>${quantity} ${escapeHtml(id)}${repeat === "never" ? "" : ` every ${formatInterval(repeat)}`}</li>`

/** The page of an open checkout; after a failed payment, with the reason. */
export const renderCheckout = (content: {
  readonly project: string
  readonly product: Catalog.SoldProduct
  readonly error: string | undefined
}): Response => {
  const { error, product, project } = content
  const prices = Object.entries(product.prices)
  const items = Object.entries(product.includedItems)
  const list = items.length === 0 ? "" : `<ul class="included">\n${items.map(formatIncluded).join("\n")}\n</ul>`
  const [first] = prices
  const isOnce = first === undefined || first[1].interval === undefined
  const amount = Catalog.computeAmount(first?.[1], 1).text
  return HtmlPage.renderPage({
    status: error === undefined ? 200 : 402,
    title: `Buy ${product.displayName}`,
    style,
    foot,
    body: `${HtmlPage.renderHead(
      product.displayName,
      "",
      `<p>from <strong>${escapeHtml(project)}</strong></p>
${prices.length > 1 ? "" : `<p>${escapeHtml(first === undefined ? "Free" : `${amount} · ${formatTerms(first[1], product)}`)}</p>`}
${list}`
    )}
<form method="post" aria-label="Checkout">
${error === undefined ? "" : `<p role="alert">${escapeHtml(error)}</p>`}
${
  prices.length > 1
    ? `<fieldset class="people">
<legend>Price</legend>
${prices.map(([id, price], n) => renderOption("price", id, n === 0, Catalog.computeAmount(price, 1).text, formatTerms(price, product))).join("\n")}
</fieldset>`
    : ""
}
${
  product.stackable
    ? `<div class="field quantity"><label for="quantity">Quantity</label>
<input id="quantity" name="quantity" type="number" min="1" max="${maxQuantity}" value="1" required></div>`
    : ""
}
<fieldset class="people">
<legend>Test card</legend>
${renderOption("card", "4242", true, "Visa •••• 4242", isOnce ? "Pays" : "Pays now and at each renewal")}
${isOnce && prices.length <= 1 ? "" : renderOption("card", "0341", false, "Visa •••• 0341", "Pays now, but renewals fail")}
</fieldset>
<div class="actions">
<button name="decision" value="decline" formnovalidate>Decline</button>
<button class="primary" name="decision" value="pay">${prices.length > 1 || product.stackable ? "Pay" : `Pay ${escapeHtml(amount)}`}</button>
</div>
</form>`
  })
}
