import { type ReactNode, useState } from "react"
import type { AppFailure } from "../lib/describeError.ts"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { Field } from "./Field.tsx"
import { FormError } from "./FormError.tsx"
import { RecentSignIn } from "./RecentSignIn.tsx"

export interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The label of the button, such as "Delete account". */
  readonly confirm: string
  /** Whether the action loses nothing. */
  readonly isHarmless?: boolean | undefined
  /** The text that the user must type first, such as the name of the team to delete. */
  readonly typed?: string | undefined
  /** Requires a recent sign-in. */
  readonly needsRecentSignIn?: boolean | undefined
  readonly isPending: boolean
  readonly error?: AppFailure | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({ needsRecentSignIn = false, ...props }: ConfirmDialogProps) => (
  <Dialog title={props.title} onClose={props.onClose}>
    <p>{props.children}</p>
    {needsRecentSignIn ? (
      <RecentSignIn>
        <Confirmation {...props} />
      </RecentSignIn>
    ) : (
      <Confirmation {...props} />
    )}
  </Dialog>
)

const Confirmation = ({
  confirm,
  error,
  isHarmless = false,
  isPending,
  onClose,
  onConfirm,
  typed
}: ConfirmDialogProps) => {
  const t = useText()
  const [text, setText] = useState("")
  const isMeant = typed === undefined || text.trim() === typed.trim()
  return (
    <form
      className="gf-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isMeant) onConfirm()
      }}
    >
      {typed !== undefined && (
        <Field
          label={t.common.typeToConfirm({ name: typed })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <FormError error={error} />
      <div className="gf-dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button variant={isHarmless ? "primary" : "danger"} type="submit" isPending={isPending} disabled={!isMeant}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
