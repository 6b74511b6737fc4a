import { type ReactNode, useState } from "react"
import { Button, type ButtonLook } from "#screens/components/Button"
import { FormDialog, type FormDialogProps } from "./FormDialog.tsx"

export interface DialogButtonProps extends Omit<FormDialogProps, "onClose">, ButtonLook {
  /** The content of the button. */
  readonly button: ReactNode
  readonly label?: string
}

/** A button that opens a dialog with a form. */
export const DialogButton = ({ block, button, label, size, variant, ...dialog }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button block={block} size={size} variant={variant} aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </Button>
      {isOpen && <FormDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}
