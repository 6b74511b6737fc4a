import { describeUnknownError, findRequestId } from "../lib/describeError.ts"
import { useWhenOnline } from "../lib/useWhenOnline.ts"
import { useLoadedText } from "../text/AuthText.tsx"
import { enAuth } from "../text/enAuth.ts"
import { Button } from "./Button.tsx"
import { OutcomeIcon } from "./OutcomeIcon.tsx"
import { RequestId } from "./RequestId.tsx"
import { Root } from "./Root.tsx"

export interface FatalErrorProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}

/** Instead of a page that cannot be shown. It needs neither a project nor texts that have to be loaded. */
export const FatalError = ({ error, retry = () => location.reload() }: FatalErrorProps) => {
  const t = useLoadedText() ?? enAuth
  useWhenOnline(retry)
  return (
    // An app's own page may contain it as well.
    <Root>
      <div className="gf-auth-page">
        <div className="gf-auth-card">
          <div className="gf-auth-header" role="alert">
            <OutcomeIcon icon="panel" tone="danger" />
            <h1>{t.common.appError}</h1>
            <p className="gf-break">{describeUnknownError(t, error)}</p>
          </div>
          <div className="gf-auth-actions">
            <Button variant="primary" block onClick={retry}>
              {t.common.tryAgain}
            </Button>
          </div>
          <RequestId id={findRequestId(error)} />
        </div>
      </div>
    </Root>
  )
}
