"use client"
import { createContext, type ReactNode, use, useEffect, useState } from "react"
import { useLoadedText } from "../text/AuthText.tsx"
import { Icon } from "./Icon.tsx"
import { Root } from "./Root.tsx"

/** Says in passing that something was done, or that it did not work. */
type Tell = (message: string, tone?: "success" | "danger") => void

const nobody: Tell = () => undefined

const CurrentTell = createContext<Tell>(nobody)

export const useToast = (): Tell => use(CurrentTell)

interface Toast {
  readonly id: number
  readonly message: string
  readonly tone: "success" | "danger"
}

const shownMillis = 6_000

let ids = 0

interface ToasterProps {
  readonly children: ReactNode
}

/** Shows what components below say by `useToast`. Around the whole app, a message stays when the page changes. */
export const Toaster = ({ children }: ToasterProps) =>
  use(CurrentTell) === nobody ? <Toasts>{children}</Toasts> : children

const Toasts = ({ children }: ToasterProps) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([])
  // Stays the same, and is safe to call from anywhere.
  const [tell] = useState(
    (): Tell =>
      (message, tone = "success") =>
        setToasts((toasts) => [...toasts.slice(-2), { id: ++ids, message, tone }])
  )
  return (
    <CurrentTell value={tell}>
      {children}
      <Root>
        <div className="gf-toasts" role="status">
          {toasts.map((toast) => (
            <ToastMessage
              key={toast.id}
              toast={toast}
              onClose={() => setToasts((toasts) => toasts.filter(({ id }) => id !== toast.id))}
            />
          ))}
        </div>
      </Root>
    </CurrentTell>
  )
}

const ToastMessage = ({ onClose, toast }: { readonly toast: Toast; readonly onClose: () => void }) => {
  const t = useLoadedText()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onClose, shownMillis)
    return () => clearTimeout(timer)
    // Only how long it shows counts, not who listens.
  }, [isHeld])
  return (
    // The toast stays while the pointer or the focus is on it.
    <div
      className="gf-toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={`gf-toast-${toast.tone}`}>
        <Icon name={toast.tone === "danger" ? "alert" : "check"} />
      </span>
      <span className="gf-toast-message">{toast.message}</span>
      <button type="button" aria-label={t?.common.dismiss} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}
