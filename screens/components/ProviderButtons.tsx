import { OAuth } from "gatefold"
import { useAction, useProject } from "gatefold/react"
import { Button } from "./Button.tsx"
import { FormError } from "./FormError.tsx"
import { ProviderIcon } from "./ProviderIcon.tsx"
import { providerName } from "../lib/providers.ts"

/** A button for each provider that the project has enabled. Whoever is new gets an account. */
export const ProviderButtons = () => {
  const { enabledOAuthProviders } = useProject().config
  const start = useAction(OAuth.start)
  if (enabledOAuthProviders.length === 0) return null
  return (
    <>
      <div className="gf-providers">
        {enabledOAuthProviders.map(({ id }) => (
          <Button key={id} isPending={start.isPending} onClick={() => void start.run({ provider: id })}>
            <ProviderIcon provider={id} />
            <span>
              <span className="gf-visually-hidden">Continue with </span>
              {providerName(id)}
            </span>
          </Button>
        ))}
      </div>
      <FormError error={start.error} />
    </>
  )
}
