import { Button } from "#screens/components/Button"
import { Icon } from "#screens/components/Icon"
import { useCopy } from "#screens/lib/useCopy"

export interface CopyIdProps {
  readonly text: string
  /** The name of the ID, such as "user ID". */
  readonly what: string
}

/** Copies an ID, which stays out of sight: nobody reads it, and everyone pastes it. */
export const CopyId = ({ text, what }: CopyIdProps) => {
  const { copy, outcome } = useCopy(text)
  return (
    <Button size="small" variant="ghost" title={text} onClick={copy}>
      <Icon name={outcome === "copied" ? "check" : "copy"} />
      <span role="status">
        {outcome === undefined ? `Copy ${what}` : outcome === "copied" ? "Copied" : "Couldn't copy"}
      </span>
    </Button>
  )
}
