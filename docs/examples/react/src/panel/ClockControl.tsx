import { useAction, useResource } from "gatefold/react"
import { useEffect, useId, useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { FormError } from "#screens/components/FormError"
import { Loaded } from "#screens/components/Loaded"
import { useKept } from "../lib/useKept.ts"
import * as Developer from "./Developer.ts"

const minute = 60_000
const hour = 60 * minute

const steps = [
  { label: "+1 min", millis: minute },
  { label: "+10 min", millis: 10 * minute },
  { label: "+1 h", millis: hour },
  { label: "+1 day", millis: 24 * hour },
  { label: "+1 week", millis: 7 * 24 * hour }
]

const format = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" })

/** The time as the service sees it, which can be moved on to see what expires. */
export const ClockControl = () => {
  const clock = useKept(useResource(Developer.clock, undefined, { as: "result" }))
  const advance = useAction(Developer.advanceClock)
  const reset = useAction(Developer.resetClock)
  const isPending = advance.isPending || reset.isPending
  const id = useId()
  return (
    <section className="gf-stack-tight" aria-labelledby={id}>
      <h3 id={id}>Clock of the service</h3>
      <Loaded read={clock} rows={1}>
        {({ offsetMillis }) => (
          <div className="gf-row panel-time">
            <Time offsetMillis={offsetMillis} />
            {offsetMillis >= 1000 && (
              <>
                <Badge tone="warning">{ahead(offsetMillis)} ahead</Badge>
                <Button size="small" variant="ghost" isPending={isPending} onClick={() => void reset.run()}>
                  Reset
                </Button>
              </>
            )}
          </div>
        )}
      </Loaded>
      <div className="panel-steps" role="group" aria-label="Move the clock on">
        {steps.map(({ label, millis }) => (
          <Button key={millis} size="small" isPending={isPending} onClick={() => void advance.run(millis)}>
            {label}
          </Button>
        ))}
      </div>
      <FormError error={advance.error ?? reset.error} />
      <p className="gf-muted gf-small">
        Codes, links and sessions expire by this clock. Emailed codes and links work for a week.
      </p>
    </section>
  )
}

const Time = ({ offsetMillis }: { readonly offsetMillis: number }) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const time = new Date(now + offsetMillis)
  return <time dateTime={time.toISOString()}>{format.format(time)}</time>
}

const units = [
  ["d", 24 * hour],
  ["h", hour],
  ["min", minute],
  ["s", 1000]
] as const

/** The two largest units that are not zero. */
const ahead = (millis: number): string => {
  const parts: Array<string> = []
  let rest = millis
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(" ")
}
