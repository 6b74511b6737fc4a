import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react"
import { classNames } from "../lib/classNames.ts"
import { FieldError } from "./FieldError.tsx"

export type FieldProps = Omit<ComponentProps<"input">, "id" | "ref"> & {
  readonly label: string
  readonly hint?: ReactNode
  /** Says what is wrong with the input. */
  readonly error?: string | undefined
  /** Inside of the field, at its end. */
  readonly action?: ReactNode
}

/** An input with everything that belongs to it. */
export const Field = ({ action, className, error, hint, label, ...props }: FieldProps) => {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  const element = useFocusOnError(error)
  const input = (
    <input
      {...props}
      ref={element}
      id={id}
      className={classNames("gf-input", className)}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={classNames(hintId, errorId) || undefined}
    />
  )
  return (
    <div className="gf-field">
      <label className="gf-label" htmlFor={id}>
        {label}
      </label>
      {action === undefined ? (
        input
      ) : (
        <div className="gf-input-group">
          {input}
          {action}
        </div>
      )}
      {hint !== undefined && (
        <p className="gf-hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** Takes the user to the first field that is wrong. */
const useFocusOnError = (error: string | undefined) => {
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error !== undefined && document.activeElement?.ariaInvalid !== "true") element.current?.focus()
  }, [error])
  return element
}
