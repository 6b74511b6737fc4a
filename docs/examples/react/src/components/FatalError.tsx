import { messageOf } from "../lib/describeError.ts"
import { Button } from "./Button.tsx"
import { Notice } from "./Notice.tsx"

/** Instead of a page that cannot be shown. */
export const FatalError = ({
  error,
  retry
}: {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}) => (
  <div className="auth-page">
    <Notice tone="danger" role="alert" title="This page cannot be shown">
      <p className="break">{messageOf(error)}</p>
      <p>
        <Button size="small" onClick={retry ?? (() => location.reload())}>
          Try again
        </Button>
      </p>
    </Notice>
  </div>
)
