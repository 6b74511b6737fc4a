import { useWanted } from "../lib/useWanted.ts"
import { CheckField } from "./CheckField.tsx"

export interface SettingFieldProps {
  readonly label: string
  readonly isOn: boolean
  /** Answers whether it worked. */
  readonly onChange: (isOn: boolean) => Promise<boolean>
}

/** A box that counts at once: it shows what was wanted, and again what is there if that did not work. */
export const SettingField = ({ isOn, label, onChange }: SettingFieldProps) => {
  const [shown, change] = useWanted(isOn, onChange)
  return <CheckField label={label} checked={shown} onChange={({ currentTarget }) => change(currentTarget.checked)} />
}
