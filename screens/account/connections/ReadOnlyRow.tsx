import type { CurrentUser } from "gatefold"
import { ProviderIcon } from "../../components/ProviderIcon.tsx"
import { Row } from "../../components/Row.tsx"
import { RowIcon } from "../../components/RowIcon.tsx"
import { formatProvider } from "../../lib/providers.ts"
import { useText } from "../../text/Text.tsx"

export interface ReadOnlyRowProps {
  readonly account: CurrentUser.CurrentUser["oauthProviders"][number]
}

/** A connected account in the service of 2025-06, where it is read-only. */
export const ReadOnlyRow = ({ account: { accountId, email, id } }: ReadOnlyRowProps) => {
  const t = useText()
  return (
    <Row
      icon={
        <RowIcon>
          <ProviderIcon provider={id} />
        </RowIcon>
      }
      title={formatProvider(id)}
      description={<span className="gf-break">{email ?? t.connections.accountId({ id: accountId })}</span>}
      state={t.connections.isConnected}
    />
  )
}
