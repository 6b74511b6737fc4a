import { OAuth } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { ProviderIcon } from "../../components/ProviderIcon.tsx"
import { Row } from "../../components/Row.tsx"
import { RowIcon } from "../../components/RowIcon.tsx"
import { formatProvider } from "../../lib/providers.ts"
import { useText } from "../../text/Text.tsx"

/** A provider at which an account can be connected. */
export const ConnectRow = ({ provider }: { readonly provider: string }) => {
  const t = useText()
  const link = useAction(OAuth.link)
  const name = formatProvider(provider)
  return (
    <Row
      icon={
        <RowIcon>
          <ProviderIcon provider={provider} />
        </RowIcon>
      }
      title={name}
      actions={
        <Button
          size="small"
          aria-label={t.connections.connectTo({ provider: name })}
          isPending={link.isPending}
          onClick={() => void link.run({ provider })}
        >
          {t.connections.connect}
        </Button>
      }
    >
      {link.error !== undefined && (
        <div className="gf-item-below">
          <FormError error={link.error} />
        </div>
      )}
    </Row>
  )
}
