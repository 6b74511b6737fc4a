import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { PasswordField } from "#screens/components/PasswordField"
import { readText } from "#screens/lib/form"
import { ActButton } from "../../components/ActButton.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import type { User } from "../../lib/users.ts"

/** The ways a user can sign in, and the second factor. */
export const UserSignIn = ({ user }: { readonly user: User }) => {
  const { app } = useProject()
  const act = useAct()
  const userId = user.id
  return (
    <Card title="Sign-in methods">
      <Failure error={act.error} />
      <ul className="gf-list">
        <li>
          <span className="gf-list-main">Password</span>
          <State isOn={user.hasPassword} />
          <DialogButton
            button={user.hasPassword ? "Change" : "Set"}
            label={user.hasPassword ? "Change the password" : "Set a password"}
            size="small"
            title="Password"
            submit="Save"
            done="Password saved. All sessions of the user have ended."
            act={(form) => app.users.setPassword({ userId, password: readText(form, "password") })}
          >
            <PasswordField label="New password" name="password" autoComplete="new-password" autoFocus />
          </DialogButton>
          {user.hasPassword && (
            <ActButton
              size="small"
              label="Remove the password"
              act={act}
              run={() => app.users.setPassword({ userId, password: null })}
              done="Password removed."
            >
              Remove
            </ActButton>
          )}
        </li>
        <li>
          <span className="gf-list-main">Magic link and email code</span>
          <State isOn={user.otpAuthEnabled} />
          <ActButton
            size="small"
            label={`Turn ${user.otpAuthEnabled ? "off" : "on"} magic links`}
            act={act}
            run={() => app.users.update({ userId, otpAuthEnabled: !user.otpAuthEnabled })}
          >
            Turn {user.otpAuthEnabled ? "off" : "on"}
          </ActButton>
        </li>
        <li>
          <span className="gf-list-main">Passkey</span>
          <State isOn={user.passkeyAuthEnabled} />
          {user.passkeyAuthEnabled && (
            <ActButton
              size="small"
              label="Remove the passkey"
              act={act}
              run={() => app.users.update({ userId, passkeyAuthEnabled: false })}
              done="Passkey removed."
            >
              Remove
            </ActButton>
          )}
        </li>
        <li>
          <span className="gf-list-main">Two-step verification</span>
          <State isOn={user.isMultiFactorRequired} />
          {user.isMultiFactorRequired && (
            <ActButton
              size="small"
              label="Turn off two-step verification"
              act={act}
              run={() => app.users.update({ userId, totpSecretBase64: null })}
              done="Two-step verification is off."
            >
              Turn off
            </ActButton>
          )}
        </li>
      </ul>
    </Card>
  )
}

const State = ({ isOn }: { readonly isOn: boolean }) => (isOn ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>)
