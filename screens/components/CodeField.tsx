import { Field, type FieldProps } from "./Field.tsx"

/** The length of codes, both of emails and of authenticator apps. */
const length = 6

/** A field for a code, large enough to compare it with the one in an email or an app. Dots say how long it is. */
export const CodeField = (props: Omit<FieldProps, "className" | "placeholder">) => (
  <Field
    className="gf-input-code"
    placeholder={"•".repeat(length)}
    autoComplete="one-time-code"
    spellCheck={false}
    // A paste may have spaces around it.
    maxLength={length + 2}
    required
    {...props}
  />
)
