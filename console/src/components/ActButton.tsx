import type { ReactNode } from "react"
import { Button, type ButtonLook } from "#screens/components/Button"
import type { Act } from "../lib/useAct.ts"

export interface ActButtonProps extends ButtonLook {
  readonly act: Act
  readonly run: () => Promise<unknown>
  /** The message when it is done. */
  readonly done?: string
  /** The label for screen readers, if the content is not enough. */
  readonly label?: string
  readonly children: ReactNode
}

/** A button that runs an action. */
export const ActButton = ({ act, children, done, label, run, ...look }: ActButtonProps) => (
  <Button {...look} aria-label={label} isPending={act.isPending} onClick={() => void act.run(run, done)}>
    {children}
  </Button>
)
