import type { ReactNode } from "react"
import { Icon } from "./Icon.tsx"

/** Says what is wrong with a field, at once. */
export const FieldError = ({ children, id }: { readonly children: ReactNode; readonly id?: string | undefined }) => (
  <p className="gf-field-error" id={id} role="alert">
    <Icon name="alert" />
    <span>{children}</span>
  </p>
)
