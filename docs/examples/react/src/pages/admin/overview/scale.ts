/** The lowest round number that is not below a value and has a whole half: the top of an axis. */
export const topOf = (value: number): number => {
  for (let unit = 1; ; unit *= 10) {
    const top = [2, 4, 6, 10].map((step) => step * unit).find((step) => step >= value)
    if (top !== undefined) return top
  }
}

const format = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" })

/** A day such as `2026-05-01`, as people write it. */
export const dayOf = (date: string): string => format.format(new Date(date))
