import { useAction } from "gatefold/react"
import type { ProjectFlags as Flags } from "../../../../../backend/AdminProjectContract.ts"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { SettingField } from "#screens/components/SettingField"
import * as Admin from "../Admin.ts"
import type { ProjectProps } from "./ProjectProps.ts"

const labels: ReadonlyArray<readonly [flag: keyof Flags, label: string]> = [
  ["signUpEnabled", "People sign up"],
  ["credentialEnabled", "Users sign in with a password"],
  ["magicLinkEnabled", "Users sign in with a magic link"],
  ["passkeyEnabled", "Users sign in with a passkey"],
  ["clientTeamCreationEnabled", "Users create teams"],
  ["createTeamOnSignUp", "Each new user gets a team"],
  ["allowUserApiKeys", "Users have API keys"],
  ["allowTeamApiKeys", "Teams have API keys"],
  ["clientUserDeletionEnabled", "Users delete their accounts"],
  ["allowLocalhost", "Pages on localhost are trusted"]
]

/** The project's settings for users. Changes apply immediately. */
export const ProjectFlags = ({ project: { flags } }: ProjectProps) => {
  const update = useAction(Admin.updateProject)
  return (
    <Card title="Sign-up and sign-in" description="Changes apply immediately.">
      <FormError error={update.error} />
      <div className="admin-flags">
        {labels.map(([flag, label]) => (
          <SettingField
            key={flag}
            label={label}
            isOn={flags[flag]}
            onChange={async (isOn) => (await update.run({ flags: { [flag]: isOn } })).ok}
          />
        ))}
      </div>
    </Card>
  )
}
