import { useWanted } from "../lib/useWanted.ts"
import { CheckField } from "./CheckField.tsx"

export interface SettingFieldProps {
  readonly label: string
  readonly isOn: boolean
  /** Returns whether it worked. */
  readonly onChange: (isOn: boolean) => Promise<boolean>
}

/** A box that applies at once: it shows the wanted value, and the stored one again if that did not work. */
export const SettingField = ({ isOn, label, onChange }: SettingFieldProps) => {
  const [shown, change] = useWanted(isOn, onChange)
  return <CheckField label={label} checked={shown} onChange={({ currentTarget }) => change(currentTarget.checked)} />
}
