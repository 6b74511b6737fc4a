import { useLoadedText } from "../text/AuthText.tsx"
import { Icon } from "./Icon.tsx"
import type { ToastProps } from "./Toaster.tsx"

/** The text of a message, its tone, and a button that closes it. */
export const ToastContent = ({ onClose, toast }: ToastProps) => {
  const t = useLoadedText()
  return (
    <>
      <span className={`gf-toast-${toast.tone}`}>
        <Icon name={toast.tone === "danger" ? "alert" : "check"} />
      </span>
      <span className="gf-toast-message">{toast.message}</span>
      <button type="button" aria-label={t?.common.dismiss} onClick={onClose}>
        <Icon name="close" />
      </button>
    </>
  )
}
