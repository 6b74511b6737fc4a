import type { CurrentUser } from "gatefold"
import { useProject } from "gatefold/react"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { useSignOut } from "../../lib/useSignOut.ts"
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx"

/** Signing out, and deleting the account where the project allows it. */
export const LeaveCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const { clientUserDeletionEnabled } = useProject().config
  const signOut = useSignOut()
  const [isAsking, setAsking] = useState(false)
  return (
    <Card
      title="Leave"
      description={
        clientUserDeletionEnabled
          ? "Sign out on this device, or delete the account for good."
          : "Sign out on this device. Accounts of this app are deleted by its support."
      }
    >
      <div className="gf-row">
        <Button onClick={signOut}>Sign out</Button>
        {clientUserDeletionEnabled && (
          <Button variant="danger-quiet" onClick={() => setAsking(true)}>
            Delete account
          </Button>
        )}
      </div>
      {isAsking && <DeleteAccountDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  )
}
