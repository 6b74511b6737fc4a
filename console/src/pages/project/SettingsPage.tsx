import type { Project } from "gatefold/admin"
import { useNavigate } from "react-router"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Field } from "#screens/components/Field"
import { ProviderIcon } from "#screens/components/ProviderIcon"
import { Row } from "#screens/components/Row"
import { Switch } from "#screens/components/Switch"
import { onSubmitThenReset, readText } from "#screens/lib/form"
import { formatProvider } from "#screens/lib/providers"
import { ActButton } from "../../components/ActButton.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { SaveForm } from "../../components/SaveForm.tsx"
import { useProject } from "../../lib/Project.tsx"
import { providers } from "../../lib/providers.ts"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"

/** The common settings of the project. A seed can set all of them. */
export const SettingsPage = () => {
  const { app, id } = useProject()
  const read = useRead(`project ${id}`, (signal) => app.project.get({ signal }))
  return (
    <Page title="Settings" description="How people sign in to this project, and what they can do.">
      <Loaded read={read} rows={8}>
        {(project) => (
          <>
            <Profile project={project} />
            <div className="columns">
              <SettingsCard
                title="Sign-in methods"
                description="Changes apply immediately."
                project={project}
                settings={methods}
              />
              <SettingsCard
                title="Accounts"
                description="Decide what users can do by themselves."
                project={project}
                settings={accounts}
              />
            </div>
            <Providers project={project} />
            <SettingsCard
              title="Teams"
              description="Teams group users, with permissions in each team."
              project={project}
              settings={teams}
            />
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
  return (
    <Card title="Project">
      <SaveForm
        key={`${project.displayName} ${project.description}`}
        done="Project saved."
        save={(form) =>
          app.project.update({ displayName: readText(form, "name"), description: readText(form, "description") })
        }
      >
        <Field label="Name" name="name" required defaultValue={project.displayName} autoComplete="off" />
        <Field label="Description" name="description" defaultValue={project.description} autoComplete="off" />
      </SaveForm>
    </Card>
  )
}

type Flag =
  | "signUpEnabled"
  | "credentialEnabled"
  | "magicLinkEnabled"
  | "passkeyEnabled"
  | "clientTeamCreationEnabled"
  | "clientUserDeletionEnabled"
  | "createTeamOnSignUp"
  | "allowUserApiKeys"
  | "allowTeamApiKeys"
  | "allowLocalhost"

interface Setting {
  readonly flag: Flag
  readonly title: string
  /** The name of the switch, where the title needs the heading above it. */
  readonly label?: string
  readonly text: string
}

const methods: ReadonlyArray<Setting> = [
  {
    flag: "credentialEnabled",
    title: "Password",
    label: "Password sign-in",
    text: "Users sign in with their email and a password."
  },
  {
    flag: "magicLinkEnabled",
    title: "Magic link",
    label: "Magic link sign-in",
    text: "Users get an email with a link and a code."
  },
  {
    flag: "passkeyEnabled",
    title: "Passkey",
    label: "Passkey sign-in",
    text: "Users sign in with their fingerprint, face or security key."
  }
]

const accounts: ReadonlyArray<Setting> = [
  { flag: "signUpEnabled", title: "Allow sign-ups", text: "Turn it off to accept existing users only." },
  {
    flag: "clientUserDeletionEnabled",
    title: "Allow users to delete their account",
    text: "The account page shows a danger zone."
  },
  { flag: "allowUserApiKeys", title: "User API keys", text: "Users create keys that act for them." }
]

const teams: ReadonlyArray<Setting> = [
  {
    flag: "clientTeamCreationEnabled",
    title: "Allow users to create teams",
    text: "Otherwise only servers create them."
  },
  { flag: "createTeamOnSignUp", title: "Create a team for each new user", text: "New users are its admin." },
  { flag: "allowTeamApiKeys", title: "Team API keys", text: "Members with the permission create keys for the team." }
]

const redirects: ReadonlyArray<Setting> = [
  {
    flag: "allowLocalhost",
    title: "Allow redirects to localhost",
    text: "Emails and sign-ins can lead to any port of this machine."
  }
]

interface SettingsCardProps extends OfProject {
  readonly title: string
  readonly description: string
  readonly settings: ReadonlyArray<Setting>
}

const SettingsCard = ({ description, project, settings, title }: SettingsCardProps) => (
  <Card title={title} description={description}>
    <Settings project={project} settings={settings} />
  </Card>
)

/** Switches that apply at once. */
const Settings = ({ project, settings }: OfProject & Pick<SettingsCardProps, "settings">) => {
  const { app } = useProject()
  const act = useAct()
  return (
    <>
      <Failure error={act.error} />
      <ul className="gf-rows">
        {settings.map(({ flag, label, text, title }) => (
          <Row
            key={flag}
            title={title}
            description={text}
            actions={
              <Switch
                label={label ?? title}
                isOn={project.config[flag]}
                onChange={(isOn) => act.run(() => app.project.update({ config: { [flag]: isOn } }))}
              />
            }
          />
        ))}
      </ul>
    </>
  )
}

const Providers = ({ project }: OfProject) => {
  const { app } = useProject()
  const act = useAct()
  const enabled = new Set<string>(project.config.oauthProviders.map(({ id }) => id))
  return (
    <Card title="Providers" description="The emulator simulates them: no account or secret is needed.">
      <Failure error={act.error} />
      <ul className="provider-grid">
        {providers.map((id) => (
          <li key={id} className="provider-tile">
            <ProviderIcon provider={id} />
            <span className="provider-name">{formatProvider(id)}</span>
            <Switch
              label={formatProvider(id)}
              isOn={enabled.has(id)}
              onChange={(isOn) =>
                act.run(() =>
                  isOn
                    ? app.oauthProviders.enableStandard({ id, clientId: "emulator", clientSecret: "emulator" })
                    : app.oauthProviders.disable(id)
                )
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Domains = ({ project }: OfProject) => {
  const { app } = useProject()
  const act = useAct()
  return (
    <Card title="Redirects" description="Emails and sign-ins can only lead to these domains.">
      <Settings project={project} settings={redirects} />
      {project.config.domains.length === 0 ? (
        <p className="gf-muted gf-small">No domains yet. Add the domain that your app is deployed at.</p>
      ) : (
        <ul className="gf-list">
          {project.config.domains.map(({ domain, handlerPath }) => (
            <li key={domain}>
              <span className="gf-list-main">
                <code className="gf-break">{domain}</code>
                <span className="gf-muted gf-small">{handlerPath}</span>
              </span>
              <ActButton size="small" label={`Remove ${domain}`} act={act} run={() => app.domains.remove(domain)}>
                Remove
              </ActButton>
            </li>
          ))}
        </ul>
      )}
      <form
        className="gf-inline-form"
        onSubmit={onSubmitThenReset((form) =>
          act.run(() => app.domains.add({ domain: readText(form, "domain").trim() }))
        )}
      >
        <Field label="Trusted domain" name="domain" required placeholder="https://app.example.com" autoComplete="off" />
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
    <Card title="Danger zone" description="Deleting the project also deletes its users and teams." tone="danger">
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
