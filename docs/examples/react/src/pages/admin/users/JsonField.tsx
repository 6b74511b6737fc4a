import { useId, useState } from "react"
import { Button } from "#screens/components/Button"
import { CopyButton } from "#screens/components/CopyButton"
import { FieldError } from "#screens/components/FieldError"
import { Icon } from "#screens/components/Icon"
import { jsonProblem } from "./jsonProblem.ts"

export interface JsonFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /** The status of an empty text. Default: no value. */
  readonly empty?: string
  /** The height in lines. It grows with the text. Default: 4. */
  readonly rows?: number
}

/** A message for invalid JSON. An empty text means no value. */
export const messageOfJson = (text: string): string | undefined => {
  const problem = text.trim() === "" ? undefined : jsonProblem(text)
  return problem && `Line ${problem.line}, column ${problem.column}: expected ${problem.expected}.`
}

/** An editor of JSON with line numbers. It shows a problem on blur, and then until the text is valid again. */
export const JsonField = ({
  empty = "Empty: no value.",
  hint,
  label,
  onChange,
  placeholder = '{ "key": "value" }',
  rows = 4,
  value
}: JsonFieldProps) => {
  const id = useId()
  const [wasLeft, setLeft] = useState(false)
  const isEmpty = value.trim() === ""
  const problem = isEmpty ? undefined : jsonProblem(value)
  const error = wasLeft ? messageOfJson(value) : undefined
  const count = (value === "" ? placeholder : value).split("\n").length
  return (
    <div className="gf-field json-editor">
      <div className="json-editor-head">
        <div>
          <label className="gf-label" htmlFor={id}>
            {label}
          </label>
          <p className="gf-hint" id={`${id}-hint`}>
            {hint}
          </p>
        </div>
        <span className="json-editor-actions">
          <Button
            size="small"
            aria-label={`Format ${label}`}
            disabled={isEmpty || problem !== undefined}
            onClick={() => onChange(JSON.stringify(JSON.parse(value), undefined, 2))}
          >
            Format
          </Button>
          <CopyButton isIcon text={value} what={label} />
        </span>
      </div>
      <div className="json-editor-box" data-wrong={error === undefined ? undefined : true}>
        <ol className="json-editor-lines" aria-hidden>
          {Array.from({ length: count }, (_, line) => (
            <li key={line} data-wrong={(error !== undefined && problem?.line === line + 1) || undefined}>
              {line + 1}
            </li>
          ))}
        </ol>
        <textarea
          id={id}
          className="json-field"
          rows={Math.max(rows, count)}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-state`}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={() => setLeft(true)}
        />
      </div>
      {error !== undefined ? (
        <FieldError id={`${id}-state`}>{error}</FieldError>
      ) : (
        <p className="gf-hint json-editor-state" id={`${id}-state`}>
          {isEmpty ? (
            empty
          ) : problem === undefined ? (
            <>
              <Icon name="check" /> Valid JSON
            </>
          ) : (
            "Not valid JSON yet."
          )}
        </p>
      )}
    </div>
  )
}
