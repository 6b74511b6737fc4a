import { CopyButton } from "./CopyButton.tsx"
import { Notice } from "./Notice.tsx"

export interface SecretOnceProps {
  /** What it is, such as "API key". */
  readonly what: string
  readonly secret: string
}

/** A secret that is shown this once. */
export const SecretOnce = ({ secret, what }: SecretOnceProps) => (
  <Notice tone="warning" role="status" title={`Copy the ${what} now`}>
    <p>It is not shown again. Keep it where only those can read it who may use it.</p>
    <div className="gf-secret">
      <code>{secret}</code>
      <CopyButton text={secret} what={what} />
    </div>
  </Notice>
)
