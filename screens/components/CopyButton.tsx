import { classNames } from "../lib/classNames.ts"
import { useCopy } from "../lib/useCopy.ts"
import { useLoadedText } from "../text/AuthText.tsx"
import { enAuth } from "../text/enAuth.ts"
import { Button } from "./Button.tsx"
import { Icon } from "./Icon.tsx"

export interface CopyButtonProps {
  readonly text: string
  /** The name of the copied value, such as "API key". */
  readonly what: string
  /** Shows the icon only, for use inside a line. */
  readonly isIcon?: boolean | undefined
}

/** Copies a text, and says so. */
export const CopyButton = ({ isIcon = false, text, what }: CopyButtonProps) => {
  // Shows at once, also beside an error that came before the texts.
  const t = useLoadedText() ?? enAuth
  const { copy, outcome } = useCopy(text)
  const label = outcome === undefined ? t.common.copy : outcome === "copied" ? t.common.copied : t.common.copyFailed
  return (
    <Button
      size={isIcon ? "icon" : "small"}
      variant={isIcon ? "ghost" : "secondary"}
      aria-label={t.common.copyWhat({ what })}
      onClick={copy}
    >
      <Icon name={outcome === "copied" ? "check" : "copy"} />
      <span role="status" className={classNames(isIcon && "gf-visually-hidden")}>
        {label}
      </span>
    </Button>
  )
}
