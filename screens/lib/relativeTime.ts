const minuteSeconds = 60

/** From the largest on. Days up to two years: "in 90 days" is what was chosen, "in 3 months" is not. */
const units = [
  ["year", 365 * 86_400, 730 * 86_400],
  ["day", 86_400, 86_400],
  ["hour", 3_600, 3_600],
  ["minute", minuteSeconds, minuteSeconds]
] as const

const format = new Intl.RelativeTimeFormat("en")

/** A duration from now in words, such as "in 90 days" or "5 minutes ago". */
export const relativeTime = (millis: number): string => {
  // To the minute, so that 90 days without a second are 90 days.
  const seconds = Math.round(millis / 1000 / minuteSeconds) * minuteSeconds
  const unit = units.find(([, , from]) => Math.abs(seconds) >= from)
  return unit === undefined ? "just now" : format.format(Math.trunc(seconds / unit[1]), unit[0])
}
