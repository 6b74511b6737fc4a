import { Button } from "#screens/components/Button"
import { Notice } from "#screens/components/Notice"
import { messageOf } from "#screens/lib/describeError"
import { useText } from "#screens/text/Text"
import { ControlError } from "../lib/control.ts"

/** Says what went wrong; nothing when nothing did. */
export const Failure = ({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) => {
  const t = useText()
  return error === undefined ? null : (
    <Notice tone="danger" role="alert">
      {error instanceof ControlError && error.path !== undefined && error.path !== "" && (
        <p className="gf-notice-title gf-mono">{error.path}</p>
      )}
      <p className="gf-break">{messageOf(t, error)}</p>
      {retry !== undefined && (
        <p>
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </Notice>
  )
}
