import { RelativeTime } from "#screens/components/RelativeTime"
import { useLive } from "../lib/useLive.ts"

/** How long ago a time of the emulator was. Its clock may be ahead of the browser's. */
export const When = ({ at }: { readonly at: number | Date }) => {
  const { offsetMillis } = useLive()
  return <RelativeTime date={new Date(Number(at) - offsetMillis)} />
}

const format = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false })

/** The time of day, to the second. */
export const Clock = ({ at }: { readonly at: number }) => {
  const date = new Date(at)
  return (
    <time className="clock" dateTime={date.toISOString()} title={date.toISOString()}>
      {format.format(date)}
    </time>
  )
}

const full = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", hour12: false })

/** The day and the time, to the second. */
export const FullTime = ({ at }: { readonly at: number }) => {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {full.format(date)}
    </time>
  )
}
