import { useLoadedText } from "../text/AuthText.tsx"
import { enAuth } from "../text/enAuth.ts"
import { CopyButton } from "./CopyButton.tsx"

/** For support, to find the request in its logs; nothing if the ID is not known. */
export const RequestId = ({ id }: { readonly id: string | undefined }) => {
  const t = useLoadedText() ?? enAuth
  return id === undefined ? null : (
    <p className="gf-request-id">
      <span>{t.common.requestId}</span>
      <code>{id}</code>
      <CopyButton isIcon text={id} what={t.common.requestId} />
    </p>
  )
}
