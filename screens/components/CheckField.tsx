import type { ComponentProps } from "react"

export type CheckFieldProps = Omit<ComponentProps<"input">, "type"> & { readonly label: string }

/** A box to check, with its label. */
export const CheckField = ({ label, ...props }: CheckFieldProps) => (
  <label className="gf-check">
    <input {...props} type="checkbox" />
    <span>{label}</span>
  </label>
)
