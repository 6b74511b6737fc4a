import { useWanted } from "../lib/useWanted.ts"
import { OnOff } from "./OnOff.tsx"

export interface SwitchProps {
  /** The name of the setting, for screen readers. */
  readonly label: string
  readonly isOn: boolean
  /** Whether a word also shows its state. */
  readonly hasWord?: boolean | undefined
  /** Returns whether it worked. */
  readonly onChange: (isOn: boolean) => Promise<boolean>
}

/** Turns something on and off at once, and back if that did not work. */
export const Switch = ({ hasWord = false, isOn, label, onChange }: SwitchProps) => {
  const [shown, change] = useWanted(isOn, onChange)
  const box = (
    <input
      type="checkbox"
      role="switch"
      className="gf-switch"
      aria-label={label}
      checked={shown}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
  if (!hasWord) return box
  return (
    <label className="gf-switch-label">
      <span className="gf-item-state" aria-hidden>
        <OnOff isOn={shown} />
      </span>
      {box}
    </label>
  )
}
