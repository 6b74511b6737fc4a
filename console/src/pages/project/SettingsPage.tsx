import { useNavigate } from "react-router"
import type { Project } from "gatefold/admin"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { SettingField } from "#screens/components/SettingField"
import { onSubmit, onSubmitThenReset, text } from "#screens/lib/form"
import { providerName } from "#screens/lib/providers"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { providers } from "../../lib/providers.ts"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"

/** The common settings of the project. A seed can set all of them. */
export const SettingsPage = () => {
  const { app, id } = useProject()
  const read = useRead(`project ${id}`, (signal) => app.project.get({ signal }))
  return (
    <Page title="Settings" description="The most common ones. Set the others with the API or a seed.">
      <Loaded read={read} rows={8}>
        {(project) => (
          <>
            <Profile project={project} />
            <Flags project={project} />
            <Providers project={project} />
            <Domains project={project} />
            <DeleteProject project={project} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface OfProject {
  readonly project: Project.AdminProject
}

const Profile = ({ project }: OfProject) => {
  const { app } = useProject()
  const act = useAct()
  const save = (form: FormData) =>
    act.run(
      () => app.project.update({ displayName: text(form, "name"), description: text(form, "description") }),
      "Project saved."
    )
  return (
    <Card title="Project">
      <form
        key={`${project.displayName} ${project.description}`}
        className="gf-stack narrow"
        onSubmit={onSubmit((form) => void save(form))}
      >
        <Field label="Name" name="name" required defaultValue={project.displayName} autoComplete="off" />
        <Field label="Description" name="description" defaultValue={project.description} autoComplete="off" />
        <Failure error={act.error} />
        <div>
          <Button variant="primary" type="submit" isPending={act.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}

const flags = [
  ["signUpEnabled", "Allow sign-ups"],
  ["credentialEnabled", "Password sign-in"],
  ["magicLinkEnabled", "Magic link sign-in"],
  ["passkeyEnabled", "Passkey sign-in"],
  ["clientTeamCreationEnabled", "Allow users to create teams"],
  ["clientUserDeletionEnabled", "Allow users to delete their account"],
  ["createTeamOnSignUp", "Create a team for each new user"],
  ["allowUserApiKeys", "User API keys"],
  ["allowTeamApiKeys", "Team API keys"],
  ["allowLocalhost", "Allow redirects to localhost"]
] as const

const Flags = ({ project }: OfProject) => {
  const { app } = useProject()
  const act = useAct()
  return (
    <Card title="Sign-up and sign-in" description="Changes apply immediately.">
      <Failure error={act.error} />
      <div className="flags">
        {flags.map(([name, label]) => (
          <SettingField
            key={name}
            label={label}
            isOn={project.config[name]}
            onChange={(isOn) => act.run(() => app.project.update({ config: { [name]: isOn } }))}
          />
        ))}
      </div>
    </Card>
  )
}

const Providers = ({ project }: OfProject) => {
  const { app } = useProject()
  const act = useAct()
  const enabled = new Set<string>(project.config.oauthProviders.map(({ id }) => id))
  return (
    <Card title="Providers" description="The emulator simulates them: no account or secret is needed.">
      <Failure error={act.error} />
      <div className="flags">
        {providers.map((id) => (
          <SettingField
            key={id}
            label={providerName(id)}
            isOn={enabled.has(id)}
            onChange={(isOn) =>
              act.run(() =>
                isOn
                  ? app.oauthProviders.enableStandard({ id, clientId: "emulator", clientSecret: "emulator" })
                  : app.oauthProviders.disable(id)
              )
            }
          />
        ))}
      </div>
    </Card>
  )
}

const Domains = ({ project }: OfProject) => {
  const { app } = useProject()
  const act = useAct()
  return (
    <Card title="Trusted domains" description="Mails and redirects can only link to these.">
      {project.config.domains.length === 0 ? (
        <Empty title="No domains">Add the domain of your app below.</Empty>
      ) : (
        <ul className="gf-list">
          {project.config.domains.map(({ domain, handlerPath }) => (
            <li key={domain}>
              <span className="gf-list-main">
                <code className="gf-break">{domain}</code>
                <span className="gf-muted gf-small">{handlerPath}</span>
              </span>
              <Button
                size="small"
                aria-label={`Remove ${domain}`}
                isPending={act.isPending}
                onClick={() => void act.run(() => app.domains.remove(domain))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="gf-inline-form"
        onSubmit={onSubmitThenReset((form) => act.run(() => app.domains.add({ domain: text(form, "domain").trim() })))}
      >
        <Field label="Domain" name="domain" required placeholder="https://app.example.com" autoComplete="off" />
        <Button type="submit" isPending={act.isPending}>
          Add
        </Button>
      </form>
      <Failure error={act.error} />
    </Card>
  )
}

const DeleteProject = ({ project }: OfProject) => {
  const { app } = useProject()
  const navigate = useNavigate()
  if (project.id === "internal") return null
  return (
    <Card title="Delete project" description="Deletes all its users and teams too." tone="danger">
      <div>
        <DialogButton
          button="Delete project"
          variant="danger-quiet"
          title={`Delete ${project.displayName}?`}
          submit="Delete project"
          tone="danger"
          done="Project deleted."
          act={async () => {
            await app.project.delete()
            await navigate("/")
          }}
        >
          <p>This deletes everything in it. Save the state first to get it back.</p>
        </DialogButton>
      </div>
    </Card>
  )
}
