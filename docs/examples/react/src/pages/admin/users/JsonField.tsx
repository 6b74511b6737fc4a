import { useId, useState } from "react"
import { FieldError } from "#screens/components/FieldError"
import { jsonProblem } from "./jsonProblem.ts"

export interface JsonFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A message for invalid JSON. An empty text means no value. */
export const messageOfJson = (text: string): string | undefined => {
  const problem = text.trim() === "" ? undefined : jsonProblem(text)
  return problem && `Line ${problem.line}, column ${problem.column}: expected ${problem.expected}.`
}

/** A text of JSON. The field shows its problem on blur. */
export const JsonField = ({ hint, label, onChange, value }: JsonFieldProps) => {
  const id = useId()
  const [wasLeft, setLeft] = useState(false)
  const error = wasLeft ? messageOfJson(value) : undefined
  return (
    <div className="gf-field">
      <label className="gf-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="gf-input gf-mono json-field"
        rows={Math.min(16, Math.max(3, value.split("\n").length))}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-hint ${id}-error`}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
      <p className="gf-hint" id={`${id}-hint`}>
        {hint}
      </p>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
