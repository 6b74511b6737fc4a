import { useState } from "react"
import type { AppFailure } from "../lib/AppFailure.ts"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { Field } from "./Field.tsx"
import { FormError } from "./FormError.tsx"

export interface NameFormProps {
  readonly label: string
  readonly name: string
  readonly autoComplete: "name" | "off"
  readonly maxLength: number
  readonly required?: boolean | undefined
  readonly isPending: boolean
  readonly error: AppFailure | undefined
  readonly onSave: (name: string) => void
}

/** A name with its button, which waits until there is something to save. */
export const NameForm = ({ error, isPending, label, name, onSave, ...field }: NameFormProps) => {
  const t = useText()
  const [text, setText] = useState(name)
  const [last, setLast] = useState(name)
  // It was saved, or changed in another place.
  if (last !== name) {
    setLast(name)
    setText(name)
  }
  const isChanged = text.trim() !== name
  return (
    <form
      className="gf-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) onSave(text.trim())
      }}
    >
      <div className="gf-inline-form">
        <Field
          {...field}
          label={label}
          name="displayName"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" isPending={isPending} isOff={!isChanged}>
          {t.parts.save}
        </Button>
      </div>
      <FormError error={error} />
    </form>
  )
}
