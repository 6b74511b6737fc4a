/** Durations in words. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

const units = [
  ["d", day],
  ["h", hour],
  ["min", minute],
  ["s", 1_000]
] as const

/** A duration in its two largest units. */
export const formatDuration = (millis: number): string => {
  const parts: Array<string> = []
  let rest = millis
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(" ") || "0 s"
}
