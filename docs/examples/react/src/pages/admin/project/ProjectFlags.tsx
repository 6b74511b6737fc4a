import { useAction } from "gatefold/react"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { Row } from "#screens/components/Row"
import { Switch } from "#screens/components/Switch"
import type { ProjectFlags as Flags } from "../../../../../backend/AdminProjectContract.ts"
import * as Admin from "../Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

interface Setting {
  readonly flag: keyof Flags
  readonly title: string
  readonly text: string
}

const groups: ReadonlyArray<{
  readonly title: string
  readonly text: string
  readonly settings: ReadonlyArray<Setting>
}> = [
  {
    title: "Sign-in methods",
    text: "Changes apply immediately.",
    settings: [
      { flag: "credentialEnabled", title: "Password", text: "Users sign in with their email and a password." },
      { flag: "magicLinkEnabled", title: "Magic link", text: "Users get an email with a link and a code." },
      { flag: "passkeyEnabled", title: "Passkey", text: "Users sign in with their fingerprint, face or security key." }
    ]
  },
  {
    title: "Accounts",
    text: "Decide what users can do by themselves.",
    settings: [
      { flag: "signUpEnabled", title: "Allow sign-ups", text: "Turn it off to accept existing users only." },
      {
        flag: "clientUserDeletionEnabled",
        title: "Allow users to delete their account",
        text: "The account page shows a danger zone."
      },
      { flag: "allowUserApiKeys", title: "User API keys", text: "Users create keys that act for them." }
    ]
  },
  {
    title: "Teams",
    text: "Teams group users, with permissions in each team.",
    settings: [
      { flag: "clientTeamCreationEnabled", title: "Allow users to create teams", text: "Otherwise only servers do." },
      { flag: "createTeamOnSignUp", title: "Create a team for each new user", text: "New users are its admin." },
      { flag: "allowTeamApiKeys", title: "Team API keys", text: "Members create keys that act for the team." }
    ]
  },
  {
    title: "Development",
    text: "Turn this off in production.",
    settings: [
      {
        flag: "allowLocalhost",
        title: "Allow redirects to localhost",
        text: "Emails and sign-ins can lead to any port of this machine."
      }
    ]
  }
]

/** The project's settings for users. Changes apply immediately. */
export const ProjectFlags = ({ project: { flags } }: ProjectProps) => {
  const update = useAction(Admin.updateProject)
  return (
    <div className="admin-settings">
      {groups.map(({ settings, text, title }) => (
        <Card key={title} title={title} description={text}>
          <ul className="gf-rows">
            {settings.map(({ flag, text, title }) => (
              <Row
                key={flag}
                title={title}
                description={text}
                actions={
                  <Switch
                    label={title}
                    isOn={flags[flag]}
                    onChange={async (isOn) => (await update.run({ flags: { [flag]: isOn } })).ok}
                  />
                }
              />
            ))}
          </ul>
        </Card>
      ))}
      <FormError error={update.error} />
    </div>
  )
}
