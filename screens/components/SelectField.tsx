import { type ComponentProps, useId } from "react"
import { Icon } from "./Icon.tsx"

export type SelectFieldProps = Omit<ComponentProps<"select">, "id"> & { readonly label: string }

/** A choice from a list, with its label. */
export const SelectField = ({ label, ...props }: SelectFieldProps) => {
  const id = useId()
  return (
    <div className="gf-field">
      <label className="gf-label" htmlFor={id}>
        {label}
      </label>
      <div className="gf-select">
        <select {...props} id={id} className="gf-input" />
        <Icon name="chevronDown" />
      </div>
    </div>
  )
}
