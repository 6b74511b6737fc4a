import { type CurrentUser, Mfa } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { ConfirmDialog } from "../components/ConfirmDialog.tsx"
import { useToast } from "../components/Toaster.tsx"
import { EnrolDialog } from "./EnrolDialog.tsx"

/** The second factor: six digits of an authenticator app. */
export const AuthenticatorCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const disable = useAction(Mfa.disable)
  const [dialog, setDialog] = useState<"enrol" | "disable">()
  const tell = useToast()
  const close = () => setDialog(undefined)
  const turnOff = async () => {
    const result = await disable.run()
    if (!result.ok) return
    close()
    tell("Two-factor authentication is off")
  }
  return (
    <Card
      title="Two-factor authentication"
      description="Asks for six digits of an authenticator app at each sign-in."
      actions={user.isMultiFactorRequired ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
    >
      <div>
        {user.isMultiFactorRequired ? (
          <Button variant="danger-quiet" onClick={() => setDialog("disable")}>
            Turn off
          </Button>
        ) : (
          <Button onClick={() => setDialog("enrol")}>Set up an authenticator app</Button>
        )}
      </div>
      {dialog === "enrol" && <EnrolDialog onClose={close} />}
      {dialog === "disable" && (
        <ConfirmDialog
          title="Turn off two-factor authentication?"
          confirm="Turn off"
          needsRecentSignIn
          isPending={disable.isPending}
          error={disable.error}
          onConfirm={() => void turnOff()}
          onClose={close}
        >
          Whoever has your password, or can read your mails, can then sign in as you.
        </ConfirmDialog>
      )}
    </Card>
  )
}
