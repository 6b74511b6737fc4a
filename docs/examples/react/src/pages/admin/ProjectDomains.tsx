import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { Icon } from "../../components/Icon.tsx"
import { text } from "../../lib/form.ts"
import { submit } from "../../lib/submit.ts"
import * as Admin from "./Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

/** Where users may be sent to. */
export const ProjectDomains = ({ project: { domains } }: ProjectProps) => {
  const add = useAction(Admin.addDomain)
  const remove = useAction(Admin.removeDomain)
  return (
    <Card title="Trusted domains" description="Mails and providers send users to pages of these only.">
      <FormError error={remove.error} />
      {domains.length > 0 && (
        <ul className="list" aria-label="Trusted domains">
          {domains.map(({ domain }) => (
            <li key={domain}>
              <span className="list-icon">
                <Icon name="link" />
              </span>
              <span className="list-main break">{domain}</span>
              <Button
                size="small"
                isPending={remove.isPending}
                aria-label={`Remove ${domain}`}
                onClick={() => void remove.run({ domain })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="stack"
        onSubmit={submit(async (form) => (await add.run({ domain: text(form, "domain").trim() })).ok)}
      >
        <FormError error={add.error} />
        <div className="inline-form">
          <Field label="Domain" name="domain" placeholder="https://app.example.com" autoComplete="off" required />
          <Button type="submit" isPending={add.isPending}>
            Trust
          </Button>
        </div>
      </form>
    </Card>
  )
}
