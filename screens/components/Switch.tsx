import { useWanted } from "../lib/useWanted.ts"

export interface SwitchProps {
  /** The name of the setting, for screen readers. */
  readonly label: string
  readonly isOn: boolean
  /** Answers whether it worked. */
  readonly onChange: (isOn: boolean) => Promise<boolean>
}

/** Turns something on and off at once, and back if that did not work. */
export const Switch = ({ isOn, label, onChange }: SwitchProps) => {
  const [shown, change] = useWanted(isOn, onChange)
  return (
    <input
      type="checkbox"
      role="switch"
      className="gf-switch"
      aria-label={label}
      checked={shown}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
