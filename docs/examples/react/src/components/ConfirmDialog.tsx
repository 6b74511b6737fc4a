import type { ReactNode } from "react"
import type { AppFailure } from "../lib/describeError.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { FormError } from "./FormError.tsx"

export interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** What the button says, such as "Delete account". */
  readonly confirm: string
  readonly isPending: boolean
  readonly error?: AppFailure | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({
  children,
  confirm,
  error,
  isPending,
  onClose,
  onConfirm,
  title
}: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <p>{children}</p>
    <FormError error={error} />
    <div className="dialog-actions">
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="danger" isPending={isPending} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  </Dialog>
)
