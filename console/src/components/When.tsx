import { RelativeTime } from "#screens/components/RelativeTime"
import { useLive } from "../lib/useLive.ts"

/** A time of the emulator, whose clock may be ahead, as it is from now. */
export const When = ({ at }: { readonly at: number | Date }) => {
  const { offsetMillis } = useLive()
  return <RelativeTime date={new Date(Number(at) - offsetMillis)} />
}

const format = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false })

/** The time of day, to the second. */
export const Clock = ({ at }: { readonly at: number }) => {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {format.format(date)}
    </time>
  )
}
