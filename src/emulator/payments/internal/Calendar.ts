/** Lengths of time by the calendar. */
import type { Interval } from "../../../api/schema/Payments.ts"
import { dayMillis } from "../../../domain/Time.ts"

const months = { month: 1, year: 12 }

const days = { day: 1, week: 7 }

/** The same day some months later, or the last one of a shorter month. */
const addMonths = (from: number, count: number): number => {
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, last))
}

/** A time plus some intervals. Counted from the beginning, so that a short month does not move later ones. */
export const add = (from: number, [length, unit]: Interval, times = 1): number =>
  unit === "month" || unit === "year"
    ? addMonths(from, length * times * months[unit])
    : from + length * times * days[unit] * dayMillis
