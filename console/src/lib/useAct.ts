import { useState } from "react"
import { useToast } from "#screens/components/Toaster"
import { changed } from "./changes.ts"

/** Something that a button does. */
export interface Act {
  readonly isPending: boolean
  readonly error: unknown
  /** Does it, says so, and has everything read again. Answers whether it worked. */
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
      // also after a failure: it may have been carried out
      changed()
    }
  }
  return { isPending, error, run, forget: () => setError(undefined) }
}
