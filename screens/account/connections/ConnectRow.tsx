import { OAuth } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { ProviderIcon } from "../../components/ProviderIcon.tsx"
import { providerName } from "../../lib/providers.ts"

/** A provider at which an account can be connected. */
export const ConnectRow = ({ provider }: { readonly provider: string }) => {
  const link = useAction(OAuth.link)
  const name = providerName(provider)
  return (
    <li>
      <span className="gf-list-icon">
        <ProviderIcon provider={provider} />
      </span>
      <div className="gf-list-main">
        <span>{name}</span>
      </div>
      <Button
        size="small"
        aria-label={`Connect ${name}`}
        isPending={link.isPending}
        onClick={() => void link.run({ provider })}
      >
        Connect
      </Button>
      <FormError error={link.error} />
    </li>
  )
}
