import { useState } from "react"
import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { SelectField } from "#screens/components/SelectField"
import { readText } from "#screens/lib/form"
import { faults } from "../../../../src/emulator/faults/Fault.ts"
import type { FaultRule } from "../../../../src/emulator/faults/FaultRule.ts"
import { DialogButton } from "../../components/DialogButton.tsx"
import { call } from "../../lib/control.ts"
import { readOptionalText, isChecked } from "../../lib/forms.ts"

const kinds = [
  ["status", "Answer with a status"],
  ["error", "Answer with a known error"],
  ["fault", "Break the connection or the body"],
  ["latency", "Delay the answer"]
] as const

type Kind = (typeof kinds)[number][0]

const isKind = (text: string): text is Kind => kinds.some(([kind]) => kind === text)

const frequencies = [
  ["", "All requests"],
  ["first", "The first n requests"],
  ["nth", "Only the nth request"],
  ["every", "Every nth request"],
  ["probability", "At random (0 to 1)"]
] as const

/** The rule of a form. The emulator checks it and names the mistakes. */
const parseRule = (form: FormData, kind: Kind): FaultRule => {
  const readNumber = (name: string) => {
    const value = readOptionalText(form, name)
    return value === undefined ? undefined : Number(value)
  }
  const frequency = readText(form, "frequency")
  const rule = {
    id: readOptionalText(form, "id"),
    method: readOptionalText(form, "method"),
    path: readOptionalText(form, "path"),
    level: readOptionalText(form, "level"),
    ...(frequency !== "" && { [frequency]: readNumber("count") }),
    latency: readOptionalText(form, "latency"),
    ...(kind === "status" && {
      status: readNumber("status"),
      body: readOptionalText(form, "body"),
      retryAfter: readNumber("retryAfter")
    }),
    ...(kind === "error" && { error: readOptionalText(form, "error") }),
    ...(kind === "fault" && { fault: readOptionalText(form, "fault") }),
    ...(kind !== "latency" && isChecked(form, "carriedOut") && { carriedOut: true })
  }
  // JSON omits undefined fields, and the emulator checks the others.
  return rule as FaultRule
}

/** A form for the common fields of a rule. The control path `faults` takes all of them. */
export const AddFault = () => {
  const [kind, setKind] = useState<Kind>("status")
  const [frequency, setFrequency] = useState("")
  return (
    <DialogButton
      button="Add fault"
      variant="primary"
      title="Add fault"
      submit="Add fault"
      done="Fault added. It applies from now on."
      act={(form) => call("faults", { method: "POST", body: parseRule(form, kind) })}
    >
      <div className="field-pair">
        <Field label="Path" name="path" placeholder="All, or /users/me" autoComplete="off" spellCheck={false} />
        <Field label="Method" name="method" placeholder="All" autoComplete="off" />
      </div>
      <div className="field-pair">
        <SelectField
          label="Requests"
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
        label="Effect"
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
        <Field
          label="Error code"
          name="error"
          required
          placeholder="USER_NOT_FOUND"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {kind === "fault" && (
        <SelectField label="Fault" name="fault">
          {faults.map((fault) => (
            <option key={fault}>{fault}</option>
          ))}
        </SelectField>
      )}
      <div className="field-pair">
        <Field label="Delay" name="latency" required={kind === "latency"} placeholder="2 seconds" autoComplete="off" />
        <Field label="Rule ID" name="id" placeholder="fault-1" autoComplete="off" />
      </div>
      {kind !== "latency" && <CheckField label="Carry out the request first" name="carriedOut" />}
    </DialogButton>
  )
}
