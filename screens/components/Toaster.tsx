"use client"
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from "react"
import { Root } from "./Root.tsx"

/** Shows for a moment that something was done, or that it did not work. */
type Tell = (message: string, tone?: "success" | "danger") => void

const nobody: Tell = () => undefined

const CurrentTell = createContext<Tell>(nobody)

const PlainContent = ({ toast }: ToastProps) => <span className="gf-toast-message">{toast.message}</span>

/** Loads with the first component that may say something. If it cannot, messages have no icons. */
const load = () =>
  import("./ToastContent.tsx").then(
    (file) => ({ default: file.ToastContent }),
    () => ({ default: PlainContent })
  )

const ToastContent = lazy(load)

export const useToast = (): Tell => {
  useEffect(() => void load(), [])
  return use(CurrentTell)
}

export interface Toast {
  readonly id: number
  readonly message: string
  readonly tone: "success" | "danger"
}

export interface ToastProps {
  readonly toast: Toast
  readonly onClose: () => void
}

const shownMillis = 6_000

let ids = 0

interface ToasterProps {
  readonly children: ReactNode
}

/**
 * Shows the messages that components below send by `useToast`. Around the whole app, a message stays when the page
 * changes.
 */
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

const ToastMessage = ({ onClose, toast }: ToastProps) => {
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
      <Suspense fallback={<PlainContent toast={toast} onClose={onClose} />}>
        <ToastContent toast={toast} onClose={onClose} />
      </Suspense>
    </div>
  )
}
