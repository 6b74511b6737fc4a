const minuteSeconds = 60

/** From the largest on. Days up to two years: "in 90 days" is what was chosen, "in 3 months" is not. */
const units = [
  ["year", 365 * 86_400, 730 * 86_400],
  ["day", 86_400, 86_400],
  ["hour", 3_600, 3_600],
  ["minute", minuteSeconds, minuteSeconds]
] as const

/** A duration from now in words, such as "in 90 days" or "5 minutes ago"; undefined for less than a minute. */
export const formatRelativeTime = (millis: number, language: string): string | undefined => {
  // To the minute, so that 90 days without a second are 90 days.
  const seconds = Math.round(millis / 1000 / minuteSeconds) * minuteSeconds
  const unit = units.find(([, , from]) => Math.abs(seconds) >= from)
  if (unit === undefined) return undefined
  return new Intl.RelativeTimeFormat(language).format(Math.trunc(seconds / unit[1]), unit[0])
}
