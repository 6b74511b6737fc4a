import { useEffect, useState } from "react"
import { formatRelativeTime } from "../lib/relativeTime.ts"
import { useLanguage, useText } from "../text/Text.tsx"

export interface RelativeTimeProps {
  readonly date: Date
  /** A sentence around it, such as `t.apiKeys.created`. */
  readonly in?: ((values: { readonly when: string }) => string) | undefined
}

/** How long ago something was, or when it will be; the exact time as a tooltip. */
export const RelativeTime = ({ date, in: sentence = ({ when }) => when }: RelativeTimeProps) => {
  const t = useText()
  const { language } = useLanguage()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const full = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
  return (
    <time dateTime={date.toISOString()} title={full.format(date)}>
      {sentence({ when: formatRelativeTime(date.getTime() - now, language) ?? t.parts.justNow })}
    </time>
  )
}
