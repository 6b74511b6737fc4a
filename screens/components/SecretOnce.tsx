import { useText } from "../text/Text.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { Notice } from "./Notice.tsx"

export interface SecretOnceProps {
  /** The name of the secret, such as "API key". */
  readonly what: string
  readonly secret: string
}

/** A secret that is shown this once. */
export const SecretOnce = ({ secret, what }: SecretOnceProps) => {
  const t = useText()
  return (
    <Notice tone="warning" role="status" title={t.apiKeys.createdTitle}>
      <p>{t.apiKeys.createdHint}</p>
      <div className="gf-secret">
        <code>{secret}</code>
        <CopyButton text={secret} what={what} />
      </div>
    </Notice>
  )
}
