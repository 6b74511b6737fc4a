import { useState } from "react"
import { useAuthText } from "../text/AuthText.tsx"
import { Button } from "./Button.tsx"
import { Field, type FieldProps } from "./Field.tsx"
import { Icon } from "./Icon.tsx"

/** A field for a password, with a button that shows what was typed. */
export const PasswordField = (props: Omit<FieldProps, "type" | "action">) => {
  const t = useAuthText()
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
          aria-label={isShown ? t.common.hidePassword : t.common.showPassword}
          title={isShown ? t.common.hidePassword : t.common.showPassword}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? "eyeOff" : "eye"} />
        </Button>
      }
    />
  )
}
