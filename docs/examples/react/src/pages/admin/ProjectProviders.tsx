import { useAction } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { CheckField } from "../../components/CheckField.tsx"
import { FormError } from "../../components/FormError.tsx"
import { providerName } from "../auth/providers.ts"
import * as Admin from "./Admin.ts"
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
  const isPending = enable.isPending || disable.isPending
  const enabled = providers.map(({ id }) => id)
  const change = (provider: string, on: boolean) => {
    if (!isPending) void (on ? enable : disable).run({ provider })
  }
  return (
    <Card title="Sign-in providers" description="With the shared keys of the service, which are for development.">
      <FormError error={enable.error ?? disable.error} />
      <div className="admin-flags">
        {[...new Set([...known, ...enabled])].map((provider) => (
          <CheckField
            key={provider}
            label={providerName(provider)}
            checked={enabled.includes(provider)}
            aria-disabled={isPending || undefined}
            onChange={({ currentTarget }) => change(provider, currentTarget.checked)}
          />
        ))}
      </div>
    </Card>
  )
}
