import { messageOf } from "../lib/describeError.ts"
import { useWhenOnline } from "../lib/useWhenOnline.ts"
import { en } from "../text/en.ts"
import { useLoadedText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { Notice } from "./Notice.tsx"
import { Root } from "./Root.tsx"

export interface FatalErrorProps {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}

/** Instead of a page that cannot be shown. */
export const FatalError = ({ error, retry = () => location.reload() }: FatalErrorProps) => {
  const t = useLoadedText() ?? en
  useWhenOnline(retry)
  return (
    // It may stand in an app's own page, too.
    <Root>
      <div className="gf-auth-page">
        <Notice tone="danger" role="alert" title={t.common.appError}>
          <p className="gf-break">{messageOf(t, error)}</p>
          <p>
            <Button size="small" onClick={retry}>
              {t.common.tryAgain}
            </Button>
          </p>
        </Notice>
      </div>
    </Root>
  )
}
