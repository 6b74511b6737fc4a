import { useToast } from "../components/Toaster.tsx"
import { useText } from "../text/Text.tsx"
import { type AppFailure, describeError } from "./describeError.ts"

type Result = { readonly ok: true } | { readonly ok: false; readonly error: AppFailure }

/** Shows for a moment how an action ended: what was done, or why it was not. Returns whether it was done. */
export const useReport = (): ((result: Result, done: string) => boolean) => {
  const t = useText()
  const tell = useToast()
  return (result, done) => {
    if (result.ok) tell(done)
    else if (result.error._tag !== "Interrupted") tell(describeError(t, result.error), "danger")
    return result.ok
  }
}
