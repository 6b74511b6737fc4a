/** How much of an item is left. */
import type { IncludedItem } from "../../../api/schema/Payments.ts"
import * as Calendar from "./Calendar.ts"

/** Some of an item that came, or below zero went. */
export interface Entry {
  readonly at: number
  readonly amount: number
  readonly expiresAt: number
}

/** The time at which something ends that does not end. */
export const never = Number.POSITIVE_INFINITY

/** What is left at a time. Whatever expires first is used first, and a debt is paid by what comes next. */
export const balance = (entries: ReadonlyArray<Entry>, now: number): number => {
  let debt = 0
  let grants: ReadonlyArray<{ left: number; readonly expiresAt: number }> = []
  const inForce = entries.filter(({ amount, at, expiresAt }) => at <= now && (amount > 0 || expiresAt > now))
  for (const { amount, at, expiresAt } of inForce.toSorted((a, b) => a.at - b.at)) {
    grants = grants.filter((grant) => grant.left > 0 && grant.expiresAt > at)
    if (amount > 0) {
      const paid = Math.min(debt, amount)
      debt -= paid
      grants = [...grants, { left: amount - paid, expiresAt }].toSorted((a, b) => a.expiresAt - b.expiresAt)
      continue
    }
    debt -= amount
    for (const grant of grants) {
      const used = Math.min(debt, grant.left)
      grant.left -= used
      debt -= used
    }
  }
  return grants.reduce((sum, { expiresAt, left }) => (expiresAt > now ? sum + left : sum), 0) - debt
}

/** The part of a purchase that its items depend on. */
export interface Source {
  readonly quantity: number
  readonly createdAt: number
  /** Until when it is paid; `never` if it is paid once. */
  readonly paidUntil: number
  readonly endedAt: number
}

/** The most grants of one purchase, such as daily ones of ten years. */
const maxGrants = 4_000

/** What a purchase has granted of an item so far. */
export const granted = (
  { expires = "never", quantity, repeat = "never" }: IncludedItem,
  { createdAt, endedAt, paidUntil, quantity: times }: Source,
  now: number
): ReadonlyArray<Entry> => {
  const amount = quantity * times
  const end = expires === "never" ? never : endedAt
  if (repeat === "never") return amount > 0 ? [{ at: createdAt, amount, expiresAt: end }] : []
  const entries: Array<Entry> = []
  for (let n = 0; n < maxGrants && amount > 0; n++) {
    const at = Calendar.add(createdAt, repeat, n)
    if (at > now || at >= Math.min(endedAt, paidUntil)) break
    const expiresAt = expires === "when-repeated" ? Math.min(end, Calendar.add(createdAt, repeat, n + 1)) : end
    entries.push({ at, amount, expiresAt })
  }
  return entries
}
