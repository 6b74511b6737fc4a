import { useEffect, useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Field } from "#screens/components/Field"
import { SelectField } from "#screens/components/SelectField"
import { onSubmit, readText } from "#screens/lib/form"
import { Failure } from "../components/Failure.tsx"
import { Page } from "../components/Page.tsx"
import { call } from "../lib/control.ts"
import { day, formatDuration, hour, minute } from "../lib/durations.ts"
import { useAct } from "../lib/useAct.ts"
import { useLive } from "../lib/useLive.ts"

/** Each step, and its effect with the default settings. */
const steps = [
  ["1 minute", minute, "First webhook retry"],
  ["10 minutes", 10 * minute, "Access tokens expire"],
  ["1 hour", hour, "Provider tokens expire"],
  ["1 day", day, "The next day of activity"],
  ["1 week", 7 * day, "Mailed codes and invitations expire"],
  ["1 year", 365 * day, "Sessions expire"]
] as const

const units = [
  ["minutes", minute],
  ["hours", hour],
  ["days", day]
] as const

const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" })

/** The time of the emulator. */
export const ClockPage = () => {
  const { offsetMillis } = useLive()
  const act = useAct()
  const move = (body: object) => act.run(() => call("clock", { method: "POST", body }))
  const advance = (millis: number) => move({ advance_millis: millis })
  return (
    <Page
      title="Clock"
      description="Move time forward to expire tokens, codes and sessions, or to run webhook retries."
    >
      <Card title="Now">
        <div className="gf-row">
          <Now offsetMillis={offsetMillis} />
          {offsetMillis >= 1_000 ? (
            <Badge tone="warning">{formatDuration(offsetMillis)} ahead</Badge>
          ) : (
            <Badge tone="success">Same as this machine</Badge>
          )}
        </div>
        <ul className="steps" aria-label="Advance the clock">
          {steps.map(([label, millis, effect]) => (
            <li key={label}>
              <button
                type="button"
                className="step"
                aria-disabled={act.isPending || undefined}
                onClick={() => (act.isPending ? undefined : void advance(millis))}
              >
                <span className="preset-title">+ {label}</span>
                <span className="gf-muted gf-small">{effect}</span>
              </button>
            </li>
          ))}
        </ul>
        <form
          className="gf-inline-form narrow"
          onSubmit={onSubmit((form) => void advance(Number(readText(form, "count")) * Number(readText(form, "unit"))))}
        >
          <Field label="Advance by" name="count" type="number" min={1} step={1} required defaultValue={15} />
          <SelectField label="Unit" name="unit">
            {units.map(([label, millis]) => (
              <option key={label} value={millis}>
                {label}
              </option>
            ))}
          </SelectField>
          <Button type="submit" isPending={act.isPending}>
            Advance
          </Button>
        </form>
        <Failure error={act.error} />
        <div>
          <Button isPending={act.isPending} disabled={offsetMillis < 1} onClick={() => void move({ reset: true })}>
            Reset to the time of this machine
          </Button>
        </div>
      </Card>
    </Page>
  )
}

const Now = ({ offsetMillis }: { readonly offsetMillis: number }) => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const time = new Date(now + offsetMillis)
  return (
    <time className="now" dateTime={time.toISOString()}>
      {format.format(time)}
    </time>
  )
}
