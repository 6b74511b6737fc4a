import type { ReactNode } from "react"
import { Button } from "#screens/components/Button"
import { Dialog } from "#screens/components/Dialog"
import { onSubmit } from "#screens/lib/form"
import { type Act, useAct } from "../lib/useAct.ts"
import { Failure } from "./Failure.tsx"

export interface FormDialogProps {
  readonly title: string
  /** The label of the submit button. */
  readonly submit: string
  readonly tone?: "danger"
  /** The confirmation after success. */
  readonly done?: string
  readonly act: (form: FormData) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** A dialog with a form, which closes after success. */
export const FormDialog = (props: FormDialogProps) => {
  const act = useAct()
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <DialogForm {...props} state={act} />
    </Dialog>
  )
}

const DialogForm = ({
  act,
  children,
  done,
  onClose,
  state,
  submit,
  tone
}: FormDialogProps & { readonly state: Act }) => (
  <form
    className="gf-stack"
    onSubmit={onSubmit(
      (form) => void state.run(() => act(form), done).then((isDone) => (isDone ? onClose() : undefined))
    )}
  >
    {children}
    <Failure error={state.error} />
    <div className="gf-dialog-actions">
      <Button onClick={onClose}>Cancel</Button>
      <Button variant={tone ?? "primary"} type="submit" isPending={state.isPending}>
        {submit}
      </Button>
    </div>
  </form>
)
