import { useEffect, useState } from "react"
import { CheckField } from "./CheckField.tsx"

export interface SettingFieldProps {
  readonly label: string
  readonly isOn: boolean
  /** Answers whether it worked. */
  readonly onChange: (isOn: boolean) => Promise<boolean>
}

/** A box that counts at once: it shows what was wanted, and again what is there if that did not work. */
export const SettingField = ({ isOn, label, onChange }: SettingFieldProps) => {
  const [wanted, setWanted] = useState<boolean>()
  useEffect(() => setWanted(undefined), [isOn])
  const change = async (isWanted: boolean) => {
    setWanted(isWanted)
    if (!(await onChange(isWanted))) setWanted(undefined)
  }
  return (
    <CheckField
      label={label}
      checked={wanted ?? isOn}
      onChange={({ currentTarget }) => (wanted === undefined ? void change(currentTarget.checked) : undefined)}
    />
  )
}
