import type { CurrentUser } from "gatefold"
import { Badge } from "../../components/Badge.tsx"
import { ProviderIcon } from "../../components/ProviderIcon.tsx"
import { providerName } from "../../lib/providers.ts"

export interface ReadOnlyRowProps {
  readonly account: CurrentUser.CurrentUser["oauthProviders"][number]
}

/** An account as the service of 2025-06 tells it, where nothing about it can be changed. */
export const ReadOnlyRow = ({ account: { accountId, email, id } }: ReadOnlyRowProps) => (
  <li>
    <span className="gf-list-icon">
      <ProviderIcon provider={id} />
    </span>
    <div className="gf-list-main">
      <span>{providerName(id)}</span>
      <span className="gf-muted gf-small gf-break">{email ?? `Account ${accountId}`}</span>
    </div>
    <Badge tone="success">Connected</Badge>
  </li>
)
