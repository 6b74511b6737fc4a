import { type CurrentUser, OAuth } from "gatefold"
import { useAction } from "gatefold/react"
import { Badge } from "../../../components/Badge.tsx"
import { Button } from "../../../components/Button.tsx"
import { FormError } from "../../../components/FormError.tsx"
import { ProviderIcon } from "../../auth/ProviderIcon.tsx"
import { providerName } from "../../auth/providers.ts"

export interface ConnectionRowProps {
  readonly provider: string
  readonly account: CurrentUser.CurrentUser["oauthProviders"][number] | undefined
}

/** A provider, and the user's account there if it is connected. */
export const ConnectionRow = ({ account, provider }: ConnectionRowProps) => {
  const link = useAction(OAuth.link)
  const name = providerName(provider)
  return (
    <li>
      <span className="list-icon">
        <ProviderIcon provider={provider} />
      </span>
      <div className="list-main">
        <span>{name}</span>
        <span className="muted small break">
          {account === undefined ? "Not connected" : (account.email ?? `Account ${account.accountId}`)}
        </span>
      </div>
      {account === undefined ? (
        <Button
          size="small"
          aria-label={`Connect ${name}`}
          isPending={link.isPending}
          onClick={() => void link.run({ provider })}
        >
          Connect
        </Button>
      ) : (
        <Badge tone="success">Connected</Badge>
      )}
      <FormError error={link.error} />
    </li>
  )
}
