import { useAction } from "gatefold/react"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { ProviderIcon } from "#screens/components/ProviderIcon"
import { Switch } from "#screens/components/Switch"
import { formatProvider } from "#screens/lib/providers"
import * as Admin from "../Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

const known = [
  "google",
  "github",
  "microsoft",
  "facebook",
  "spotify",
  "discord",
  "gitlab",
  "apple",
  "bitbucket",
  "linkedin",
  "x"
]

/** With which providers users sign in, with the service's shared keys. */
export const ProjectProviders = ({ project: { providers } }: ProjectProps) => {
  const enable = useAction(Admin.enableProvider)
  const disable = useAction(Admin.disableProvider)
  const enabled = providers.map(({ id }) => id)
  return (
    <Card title="Sign-in providers" description="They use the service's shared keys, which are for development.">
      <FormError error={enable.error ?? disable.error} />
      <ul className="provider-grid">
        {[...new Set([...known, ...enabled])].map((provider) => (
          <li key={provider} className="provider-tile">
            <ProviderIcon provider={provider} />
            <span className="provider-name">{formatProvider(provider)}</span>
            <Switch
              label={formatProvider(provider)}
              isOn={enabled.includes(provider)}
              onChange={async (isOn) => (await (isOn ? enable : disable).run({ provider })).ok}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
