import { useEffect, useState } from "react"

const shownMillis = 2_000

/** Copies a text to the clipboard, and returns for two seconds how that ended. */
export const useCopy = (text: string) => {
  const [outcome, setOutcome] = useState<"copied" | "failed">()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shownMillis)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("failed")
    )
  return { copy, outcome }
}
