import type { Act } from "../lib/useAct.ts"
import { ActButton } from "./ActButton.tsx"
import { DialogButton } from "./DialogButton.tsx"

export interface ClearButtonProps {
  /** The plural of what it clears, such as "emails". */
  readonly what: string
  readonly act: Act
  /** How many other projects have, which the page does not show. */
  readonly hidden: number
  readonly clear: () => Promise<unknown>
}

/** Clears a list of all projects. It asks first when that deletes more than the page shows. */
export const ClearButton = ({ act, clear, hidden, what }: ClearButtonProps) => {
  const label = `Clear ${what}`
  const done = `${what[0]?.toUpperCase()}${what.slice(1)} cleared.`
  return hidden === 0 ? (
    <ActButton act={act} run={clear} done={done}>
      {label}
    </ActButton>
  ) : (
    <DialogButton
      button={label}
      title={`${label} of all projects?`}
      submit={label}
      tone="danger"
      done={done}
      act={clear}
    >
      <p>
        This also deletes {hidden} {hidden === 1 ? what.replace(/s$/, "") : what} of other projects.
      </p>
    </DialogButton>
  )
}
