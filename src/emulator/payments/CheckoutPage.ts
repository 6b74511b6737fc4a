/** The purchase page, where a developer pays with a test card. It replaces that of the service's dashboard. */
import * as Effect from "effect/Effect"
import { isFromElsewhere, Origins } from "../access/Origins.ts"
import * as HtmlPage from "../http/HtmlPage.ts"
import * as Projects from "../projects/Projects.ts"
import * as TrustedUrl from "../projects/TrustedUrl.ts"
import * as Catalog from "./Catalog.ts"
import type { Card } from "./Customers.ts"
import * as CheckoutForm from "./internal/CheckoutForm.ts"
import * as Payments from "./Payments.ts"

export const prefix = "/__checkout/"

export const makeCheckoutUrl = (publicUrl: string, fullCode: string, returnUrl: string | undefined): string => {
  const url = new URL(`${publicUrl}${prefix}${fullCode}`)
  if (returnUrl !== undefined) url.searchParams.set("return_url", returnUrl)
  return url.toString()
}

const path = /^\/__checkout\/(.{1,256})_([a-z0-9]{45})$/

/** The cards by their last digits. */
const cards: Readonly<Record<string, Omit<Card, "id">>> = {
  "4242": { brand: "visa", last4: "4242", expMonth: 12, expYear: 2040, paysRenewals: true },
  "0341": { brand: "visa", last4: "0341", expMonth: 12, expYear: 2040, paysRenewals: false }
}

const findQuantityProblem = (quantity: number, { stackable }: Catalog.SoldProduct): string | undefined => {
  if (!Number.isInteger(quantity) || quantity < 1) return "Enter a whole number of at least 1."
  if (quantity > CheckoutForm.maxQuantity) return "Enter a number of at most 1,000,000."
  return quantity > 1 && !stackable ? "You can buy only one of this product." : undefined
}

const renderMessage = (status: number, title: string, text: string) =>
  HtmlPage.renderMessage(status, title, text, CheckoutForm.foot)

const renderExpired = () =>
  renderMessage(404, "This checkout is over", "The link is wrong, too old, or was used. Start again in the app.")

/** Answers requests of the page: shows it, and pays. */
export const handle = Effect.fnUntraced(function* (request: Request) {
  const url = new URL(request.url)
  const [, projectId = "", code = ""] = path.exec(url.pathname) ?? []
  const project = yield* Projects.find(projectId)
  const checkout = project && (yield* Payments.findCheckout(projectId, code))
  if (project === undefined || checkout === undefined) return renderExpired()
  const returnUrl = url.searchParams.get("return_url") ?? undefined
  const mayReturn = returnUrl === undefined || (yield* TrustedUrl.trusts(project, returnUrl))
  if (!mayReturn) {
    return renderMessage(400, "This checkout can't continue", "The project does not trust the URL to return to.")
  }
  const { product } = checkout
  const renderCheckout = (error?: string) =>
    CheckoutForm.renderCheckout({ project: project.displayName, product, error })
  if (request.method === "GET") return renderCheckout()
  if (request.method !== "POST" || isFromElsewhere(yield* Origins, request)) {
    return renderMessage(403, "This checkout can't continue", "Only this page can pay. Open it again from the app.")
  }
  const form = yield* HtmlPage.readForm(request)
  if (form.get("decision") === "decline") {
    return renderCheckout("The card was declined, and nothing was paid. Try another card.")
  }
  const card = cards[form.get("card") ?? ""]
  const priceId = form.get("price") ?? undefined
  const quantity = Number(form.get("quantity") ?? 1)
  const quantityProblem = findQuantityProblem(quantity, product)
  if (quantityProblem !== undefined) return renderCheckout(quantityProblem)
  if (card === undefined) return renderCheckout("Choose a card.")
  if (priceId !== undefined && Catalog.findPrice(product, priceId) === undefined) {
    return renderCheckout("Choose a price.")
  }
  if (!(yield* Payments.pay(projectId, code, { priceId, quantity }, card))) return renderExpired()
  if (returnUrl === undefined) return renderMessage(200, "Payment complete", "You can close this page.")
  return new Response(null, { status: 303, headers: { location: returnUrl, "cache-control": "no-store" } })
})
