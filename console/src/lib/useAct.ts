import { useState } from "react"
import { useToast } from "#screens/components/Toaster"
import { markChanged } from "./changes.ts"

/** The action of a button. */
export interface Act {
  readonly isPending: boolean
  readonly error: unknown
  /** Runs the action, confirms it, and reads all data again. Returns whether it succeeded. */
  readonly run: (act: () => Promise<unknown>, done?: string) => Promise<boolean>
  readonly forget: () => void
}

export const useAct = (): Act => {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const tell = useToast()
  const run: Act["run"] = async (act, done) => {
    setPending(true)
    setError(undefined)
    try {
      await act()
      if (done !== undefined) tell(done)
      return true
    } catch (error) {
      setError(error)
      return false
    } finally {
      setPending(false)
      // A failed action may have changed something too.
      markChanged()
    }
  }
  return { isPending, error, run, forget: () => setError(undefined) }
}
