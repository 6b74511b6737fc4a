import { createContext, type ReactNode, use, useEffect, useState } from "react"
import { Icon } from "./Icon.tsx"

/** Says in passing that something was done. */
type Tell = (message: string) => void

const CurrentTell = createContext<Tell>(() => undefined)

export const useToast = (): Tell => use(CurrentTell)

interface Toast {
  readonly id: number
  readonly message: string
}

const shownMillis = 6_000

let ids = 0

/** Shows what components below say by `useToast`. */
export const Toaster = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([])
  // Stays the same, and is safe to call from anywhere.
  const [tell] = useState((): Tell => (message) => setToasts((toasts) => [...toasts.slice(-2), { id: ++ids, message }]))
  return (
    <CurrentTell value={tell}>
      {children}
      <div className="toasts" role="status">
        {toasts.map((toast) => (
          <ToastMessage
            key={toast.id}
            message={toast.message}
            onClose={() => setToasts((toasts) => toasts.filter(({ id }) => id !== toast.id))}
          />
        ))}
      </div>
    </CurrentTell>
  )
}

const ToastMessage = ({ message, onClose }: { readonly message: string; readonly onClose: () => void }) => {
  useEffect(() => {
    const timer = setTimeout(onClose, shownMillis)
    return () => clearTimeout(timer)
    // Only how long it shows counts, not who listens.
  }, [])
  return (
    <div className="toast">
      <span>{message}</span>
      <button type="button" aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}
