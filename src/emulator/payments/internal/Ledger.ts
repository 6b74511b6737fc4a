/** How much of an item is left. */
import type { IncludedItem } from "../../../api/schema/Payments.ts"
import * as Calendar from "./Calendar.ts"

/** A quantity of an item that was added or, below zero, taken away. */
export interface Entry {
  readonly at: number
  readonly amount: number
  readonly expiresAt: number
  /** When its purchase ended. Use in that same millisecond counts as before the end. */
  readonly endedAt: number
}

/** The end of something that never ends. */
export const never = Number.POSITIVE_INFINITY

/** The quantity that is left at a time. The part that expires first is used first, and the next grant pays a debt. */
export const computeBalance = (entries: ReadonlyArray<Entry>, now: number): number => {
  let debt = 0
  let grants: ReadonlyArray<Pick<Entry, "endedAt" | "expiresAt"> & { remaining: number }> = []
  const inForce = entries.filter(({ amount, at, expiresAt }) => at <= now && (amount > 0 || expiresAt > now))
  for (const { amount, at, endedAt, expiresAt } of inForce.toSorted((a, b) => a.at - b.at)) {
    grants = grants.filter((grant) => grant.remaining > 0 && grant.expiresAt > at && grant.endedAt >= at)
    if (amount > 0) {
      const paid = Math.min(debt, amount)
      debt -= paid
      const grant = { remaining: amount - paid, expiresAt, endedAt }
      grants = [...grants, grant].toSorted((a, b) => a.expiresAt - b.expiresAt)
      continue
    }
    debt -= amount
    for (const grant of grants) {
      const used = Math.min(debt, grant.remaining)
      grant.remaining -= used
      debt -= used
    }
  }
  const valid = grants.filter(({ endedAt, expiresAt }) => Math.min(endedAt, expiresAt) > now)
  return valid.reduce((sum, grant) => sum + grant.remaining, 0) - debt
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

/** The quantity of an item that a purchase has granted so far. */
export const listGrants = (
  { expires = "never", quantity, repeat = "never" }: IncludedItem,
  { createdAt, endedAt, paidUntil, quantity: times }: Source,
  now: number
): ReadonlyArray<Entry> => {
  const amount = quantity * times
  const end = expires === "never" ? never : endedAt
  if (repeat === "never") return amount > 0 ? [{ at: createdAt, amount, expiresAt: never, endedAt: end }] : []
  const entries: Array<Entry> = []
  const maximum = amount > 0 ? maxGrants : 0
  for (let n = 0; n < maximum; n++) {
    const at = Calendar.add(createdAt, repeat, n)
    if (at > now || at > endedAt || at >= paidUntil) break
    const expiresAt = expires === "when-repeated" ? Calendar.add(createdAt, repeat, n + 1) : never
    entries.push({ at, amount, expiresAt, endedAt: end })
  }
  return entries
}
