import { ApiKey } from "gatefold"
import { useText } from "../text/Text.tsx"
import { Badge } from "./Badge.tsx"
import { Button } from "./Button.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { Row } from "./Row.tsx"

export interface KeyRowProps {
  readonly apiKey: ApiKey.ApiKey
  readonly onRevoke: () => void
}

/** An API key, of which only the last four characters are known. */
export const KeyRow = ({ apiKey, onRevoke }: KeyRowProps) => {
  const t = useText()
  const problem = ApiKey.whyInvalid(apiKey, new Date())
  const { createdAt, description, expiresAt } = apiKey
  return (
    <Row
      label={description}
      isOff={problem !== null}
      title={description}
      badges={problem !== null && <Badge>{problem === "expired" ? t.apiKeys.expired : t.apiKeys.revoked}</Badge>}
      description={
        <span className="gf-dots">
          <code>…{apiKey.value.lastFour}</code>
          <RelativeTime date={createdAt} in={t.apiKeys.created} />
          {problem === "manually-revoked" ? undefined : expiresAt === undefined ? (
            <span>{t.apiKeys.neverExpires}</span>
          ) : (
            <RelativeTime date={expiresAt} in={problem === "expired" ? t.apiKeys.expiredWhen : t.apiKeys.expiresWhen} />
          )}
        </span>
      }
      actions={
        problem === null ? (
          <Button
            size="small"
            variant="danger-quiet"
            aria-label={t.apiKeys.revokeWhat({ key: description })}
            onClick={onRevoke}
          >
            {t.apiKeys.revoke}
          </Button>
        ) : undefined
      }
    />
  )
}
