import { type ReactNode, useId, useLayoutEffect, useRef } from "react"
import { classNames } from "../lib/classNames.ts"
import { useText } from "../text/Text.tsx"
import { Icon } from "./Icon.tsx"

export interface DialogProps {
  readonly title: ReactNode
  /** Called when the user leaves it, by Escape or otherwise. */
  readonly onClose: () => void
  /** Whether a click outside leaves it open, for content that cannot be shown again. */
  readonly isKept?: boolean | undefined
  /** For content beside content. */
  readonly isWide?: boolean | undefined
  readonly children: ReactNode
}

/** The browser's own modal dialog, open for as long as it is rendered: it keeps the focus and gives it back. */
export const Dialog = ({ children, isKept = false, isWide = false, onClose, title }: DialogProps) => {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before it leaves the page, else the browser forgets where the focus was.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classNames("gf-dialog", isWide && "gf-dialog-wide")}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => (event.target === event.currentTarget && !isKept ? onClose() : undefined)}
    >
      <div className="gf-dialog-content">
        <h2 id={id}>{title}</h2>
        {children}
        {/* At the end, because the browser focuses the first that can have the focus: a field, or "Cancel". */}
        <button type="button" className="gf-dialog-close" aria-label={t.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  )
}
