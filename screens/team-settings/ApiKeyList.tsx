import { ApiKey } from "gatefold"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { Icon } from "../components/Icon.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"

export interface ApiKeyListProps {
  readonly keys: ReadonlyArray<ApiKey.ApiKey>
  readonly isPending: boolean
  readonly onRevoke: (key: ApiKey.ApiKey) => void
}

/** API keys, of which only the last four characters are known. */
export const ApiKeyList = ({ isPending, keys, onRevoke }: ApiKeyListProps) =>
  keys.length === 0 ? (
    <p className="gf-muted gf-small">There is no key yet.</p>
  ) : (
    <ul className="gf-list" aria-label="API keys">
      {keys.map((key) => {
        const problem = ApiKey.whyInvalid(key, new Date())
        return (
          <li key={key.id}>
            <span className="gf-list-icon">
              <Icon name="key" />
            </span>
            <span className="gf-list-main">
              <span className="gf-truncate">{key.description}</span>
              <span className="gf-muted gf-small">
                <span className="gf-mono">…{key.value.lastFour}</span>
                {key.expiresAt === undefined ? (
                  ", never expires"
                ) : (
                  <>
                    , {problem === "expired" ? "expired" : "expires"} <RelativeTime date={key.expiresAt} />
                  </>
                )}
              </span>
            </span>
            {problem === null ? (
              <Button
                size="small"
                variant="danger-quiet"
                isPending={isPending}
                aria-label={`Revoke the key “${key.description}”`}
                onClick={() => onRevoke(key)}
              >
                Revoke
              </Button>
            ) : (
              <Badge tone="danger">{problem === "expired" ? "Expired" : "Revoked"}</Badge>
            )}
          </li>
        )
      })}
    </ul>
  )
