import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { Icon } from "#screens/components/Icon"
import { onSubmitThenReset, readText } from "#screens/lib/form"
import * as Admin from "../Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

/** Where users may be sent to. */
export const ProjectDomains = ({ project: { domains } }: ProjectProps) => {
  const add = useAction(Admin.addDomain)
  const remove = useAction(Admin.removeDomain)
  return (
    <Card title="Trusted domains" description="Emails and providers can redirect only to these domains.">
      <FormError error={remove.error} />
      {domains.length > 0 && (
        <ul className="gf-list" aria-label="Trusted domains">
          {domains.map(({ domain }) => (
            <li key={domain}>
              <span className="gf-list-icon">
                <Icon name="link" />
              </span>
              <span className="gf-list-main gf-break">{domain}</span>
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
        className="gf-stack"
        onSubmit={onSubmitThenReset(async (form) => (await add.run({ domain: readText(form, "domain").trim() })).ok)}
      >
        <FormError error={add.error} />
        <div className="gf-inline-form">
          <Field label="Domain" name="domain" placeholder="https://app.example.com" autoComplete="off" required />
          <Button type="submit" isPending={add.isPending}>
            Trust
          </Button>
        </div>
      </form>
    </Card>
  )
}
