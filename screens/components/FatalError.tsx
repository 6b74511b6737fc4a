import { messageOf } from "../lib/describeError.ts"
import { useWhenOnline } from "../lib/useWhenOnline.ts"
import { Button } from "./Button.tsx"
import { Notice } from "./Notice.tsx"

export interface FatalErrorProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}

/** Instead of a page that cannot be shown. */
export const FatalError = ({ error, retry = () => location.reload() }: FatalErrorProps) => {
  useWhenOnline(retry)
  return (
    // It may stand in an app's own page, too.
    <div className="gf">
      <div className="gf-auth-page">
        <Notice tone="danger" role="alert" title="This page cannot be shown">
          <p className="gf-break">{messageOf(error)}</p>
          <p>
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </p>
        </Notice>
      </div>
    </div>
  )
}
