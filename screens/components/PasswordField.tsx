import { useState } from "react"
import { Button } from "./Button.tsx"
import { Field, type FieldProps } from "./Field.tsx"

/** A field for a password, with a button that shows what was typed. */
export const PasswordField = (props: Omit<FieldProps, "type" | "action">) => {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      required
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isShown ? "text" : "password"}
      action={
        <Button
          variant="ghost"
          size="small"
          aria-label={isShown ? "Hide what is typed" : "Show what is typed"}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "Hide" : "Show"}
        </Button>
      }
    />
  )
}
