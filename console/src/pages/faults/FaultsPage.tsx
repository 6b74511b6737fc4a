import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import type { ActiveFault } from "../../../../src/emulator/faults/Faults.ts"
import { ActButton } from "../../components/ActButton.tsx"
import { DataTable } from "../../components/DataTable.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Glyph } from "../../components/Glyph.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { When } from "../../components/When.tsx"
import { call } from "../../lib/control.ts"
import { type Act, useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { AddFault } from "./AddFault.tsx"
import { type Preset, presets } from "./presets.ts"

/** A field of a rule, in words. */
const formatPart = ([name, value]: readonly [string, unknown]): string =>
  `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`

const remove = (id: string) => call(`faults/${encodeURIComponent(id)}`, { method: "DELETE" })

/** Rules that break requests on purpose. They never hit the console. */
export const FaultsPage = () => {
  const act = useAct()
  const read = useRead("faults", (signal) => call<ReadonlyArray<ActiveFault>>("faults", { signal }))
  const count = read.status === "done" ? read.value.length : 0
  return (
    <Page
      title="Faults"
      description="Break requests on purpose to see how your app copes. The console itself always works."
      actions={
        <>
          {count > 0 && (
            <ActButton act={act} run={() => call("faults", { method: "DELETE" })} done="All faults are off.">
              Turn off all
            </ActButton>
          )}
          <AddFault />
        </>
      }
    >
      <Failure error={act.error} />
      <Loaded read={read} rows={4}>
        {(faults) => (
          <>
            <ul className="presets" aria-label="Presets">
              {presets.map((preset) => (
                <PresetItem
                  key={preset.id}
                  act={act}
                  preset={preset}
                  active={faults.find(({ id }) => id === preset.id)}
                />
              ))}
            </ul>
            {faults.length > 0 && <Rules act={act} faults={faults} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Whether a rule has hit as often as it can. */
const isOver = ({ hits, rule }: ActiveFault): boolean => rule.first !== undefined && hits >= rule.first

const formatHits = (fault: ActiveFault): string => {
  const count = `${fault.hits} ${fault.hits === 1 ? "request" : "requests"} hit`
  return isOver(fault) ? `Done: ${count}` : count
}

interface PresetItemProps {
  readonly act: Act
  readonly preset: Preset
  readonly active: ActiveFault | undefined
}

const PresetItem = ({ act, active, preset: { icon, id, rule, text, title } }: PresetItemProps) => {
  const isOn = active !== undefined && !isOver(active)
  const toggle = () =>
    isOn
      ? act.run(() => remove(id), `Fault “${title}” is off.`)
      : act.run(async () => {
          // A rule that is done starts again.
          if (active !== undefined) await remove(id)
          await call("faults", { method: "POST", body: { id, ...rule } })
        }, `Fault “${title}” is on.`)
  return (
    <li>
      <button
        type="button"
        className="preset"
        role="switch"
        aria-checked={isOn}
        aria-label={title}
        onClick={() => void toggle()}
      >
        <span className="preset-icon">
          <Glyph name={icon} />
        </span>
        <span className="preset-text">
          <span className="preset-title">{title}</span>
          <span className="gf-muted gf-small">{text}</span>
          {active !== undefined && <span className="preset-state">{formatHits(active)}</span>}
        </span>
        <span className="switch" aria-hidden />
      </button>
    </li>
  )
}

const Rules = ({ act, faults }: { readonly act: Act; readonly faults: ReadonlyArray<ActiveFault> }) => (
  <Card title="Active rules" description="They apply from top to bottom. The journal names each rule that hit.">
    <DataTable
      label="Faults"
      rows={faults}
      keyOf={({ id }) => id}
      columns={[
        { id: "rule", label: "Rule", by: ({ id }) => id, cell: ({ id }) => <code>{id}</code> },
        {
          id: "fields",
          label: "Fields",
          isMinor: true,
          cell: ({ rule }) => (
            <span className="gf-row">
              {Object.entries(rule)
                .filter(([name]) => name !== "id")
                .map((field) => (
                  <Badge key={field[0]}>{formatPart(field)}</Badge>
                ))}
            </span>
          )
        },
        {
          id: "hits",
          label: "Hits",
          by: ({ hits }) => hits,
          cell: ({ hits, matched }) => `${hits} of ${matched}`
        },
        {
          id: "added",
          label: "Added",
          isMinor: true,
          by: ({ addedAt }) => addedAt,
          cell: ({ addedAt }) => <When at={addedAt} />
        },
        {
          id: "actions",
          label: "",
          cell: ({ id }) => (
            <ActButton size="small" label={`Remove ${id}`} act={act} run={() => remove(id)}>
              Remove
            </ActButton>
          )
        }
      ]}
    />
  </Card>
)
