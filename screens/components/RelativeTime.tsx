import { useEffect, useState } from "react"
import { relativeTime } from "../lib/relativeTime.ts"

const full = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })

/** How long ago something was, or when it will be; the exact time as a tooltip. */
export const RelativeTime = ({ date }: { readonly date: Date }) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={date.toISOString()} title={full.format(date)}>
      {relativeTime(date.getTime() - now)}
    </time>
  )
}
