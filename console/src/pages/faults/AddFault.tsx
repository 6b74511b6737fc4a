import { useState } from "react"
import type { FaultRule } from "../../../../src/emulator/faults/FaultRule.ts"
import { faults } from "../../../../src/emulator/faults/Fault.ts"
import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { SelectField } from "#screens/components/SelectField"
import { text } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { call } from "../../lib/control.ts"
import { given, isChecked } from "../../lib/forms.ts"

const kinds = [
  ["status", "Answer with a status"],
  ["error", "Answer with a known error"],
  ["fault", "Break the connection or the body"],
  ["latency", "Only slow down"]
] as const

type Kind = (typeof kinds)[number][0]

const isKind = (text: string): text is Kind => kinds.some(([kind]) => kind === text)

const frequencies = [
  ["", "All of them"],
  ["first", "The first so many"],
  ["nth", "Only this one"],
  ["every", "Each time after so many"],
  ["probability", "With this probability, 0 to 1"]
] as const

/** What a form says; what is wrong with it, the emulator says better. */
const ruleOf = (form: FormData, kind: Kind): FaultRule => {
  const number = (name: string) => {
    const value = given(form, name)
    return value === undefined ? undefined : Number(value)
  }
  const frequency = text(form, "frequency")
  const rule = {
    id: given(form, "id"),
    method: given(form, "method"),
    path: given(form, "path"),
    level: given(form, "level"),
    ...(frequency !== "" && { [frequency]: number("count") }),
    latency: given(form, "latency"),
    ...(kind === "status" && { status: number("status"), body: given(form, "body"), retryAfter: number("retryAfter") }),
    ...(kind === "error" && { error: given(form, "error") }),
    ...(kind === "fault" && { fault: given(form, "fault") }),
    ...(kind !== "latency" && isChecked(form, "carriedOut") && { carriedOut: true })
  }
  // JSON leaves out what is undefined; the emulator checks the rest
  return rule as FaultRule
}

/** A form for the common parts of a rule; the others can be given over HTTP. */
export const AddFault = () => {
  const [kind, setKind] = useState<Kind>("status")
  const [frequency, setFrequency] = useState("")
  return (
    <DialogButton
      button="Add fault"
      variant="primary"
      title="Add fault"
      submit="Add fault"
      done="The rule counts from now on."
      act={(form) => call("faults", { method: "POST", body: ruleOf(form, kind) })}
    >
      <div className="field-pair">
        <Field label="Path" name="path" placeholder="/users/me, or all" autoComplete="off" spellCheck={false} />
        <Field label="Method" name="method" placeholder="All" autoComplete="off" />
      </div>
      <div className="field-pair">
        <SelectField
          label="Which requests"
          name="frequency"
          value={frequency}
          onChange={({ currentTarget }) => setFrequency(currentTarget.value)}
        >
          {frequencies.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {frequency === "" ? (
          <SelectField label="Access level" name="level">
            <option value="">Any</option>
            <option>client</option>
            <option>server</option>
            <option>admin</option>
          </SelectField>
        ) : (
          <Field label="Number" name="count" required inputMode="decimal" autoComplete="off" />
        )}
      </div>
      <SelectField
        label="What happens"
        name="kind"
        value={kind}
        onChange={({ currentTarget: { value } }) => (isKind(value) ? setKind(value) : undefined)}
      >
        {kinds.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {kind === "status" && (
        <div className="field-pair">
          <Field label="Status" name="status" required defaultValue="503" inputMode="numeric" autoComplete="off" />
          <Field label="Retry-After (seconds)" name="retryAfter" inputMode="numeric" autoComplete="off" />
        </div>
      )}
      {kind === "error" && (
        <Field label="Code" name="error" required placeholder="USER_NOT_FOUND" autoComplete="off" spellCheck={false} />
      )}
      {kind === "fault" && (
        <SelectField label="Fault" name="fault">
          {faults.map((fault) => (
            <option key={fault}>{fault}</option>
          ))}
        </SelectField>
      )}
      <div className="field-pair">
        <Field
          label="Delay before"
          name="latency"
          required={kind === "latency"}
          placeholder="2 seconds"
          autoComplete="off"
        />
        <Field label="Name of the rule" name="id" placeholder="fault-1" autoComplete="off" />
      </div>
      {kind !== "latency" && <CheckField label="The service does its work first" name="carriedOut" />}
    </DialogButton>
  )
}
