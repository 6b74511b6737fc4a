import { useEffect, useState } from "react"

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const full = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })

const relative = (seconds: number): string => {
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  return unit === undefined ? "just now" : format.format(Math.trunc(seconds / unit[1]), unit[0])
}

/** How long ago something was, or when it will be; the exact time as a tooltip. */
export const RelativeTime = ({ date }: { readonly date: Date }) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={date.toISOString()} title={full.format(date)}>
      {relative((date.getTime() - now) / 1000)}
    </time>
  )
}
