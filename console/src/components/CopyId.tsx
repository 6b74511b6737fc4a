import { useEffect, useState } from "react"
import { Button } from "#screens/components/Button"
import { Icon } from "#screens/components/Icon"

export interface CopyIdProps {
  readonly text: string
  /** The name of the ID, such as "user ID". */
  readonly what: string
}

const shownMillis = 2_000

/** Copies an ID, which stays out of sight: nobody reads it, and everyone pastes it. */
export const CopyId = ({ text, what }: CopyIdProps) => {
  const [outcome, setOutcome] = useState<"copied" | "failed">()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shownMillis)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome("copied"),
      () => setOutcome("failed")
    )
  return (
    <Button size="small" variant="ghost" title={text} onClick={() => void copy()}>
      <Icon name={outcome === "copied" ? "check" : "copy"} />
      <span role="status">
        {outcome === undefined ? `Copy ${what}` : outcome === "copied" ? "Copied" : "Couldn't copy"}
      </span>
    </Button>
  )
}
