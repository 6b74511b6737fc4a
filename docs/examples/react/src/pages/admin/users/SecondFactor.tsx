import { useAction } from "gatefold/react"
import { useState } from "react"
import { Button } from "#screens/components/Button"
import { ConfirmDialog } from "#screens/components/ConfirmDialog"
import type { User } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"
import { userName } from "./userName.ts"

/** Turns the second factor off, for users who have lost their authenticator app. */
export const SecondFactor = ({ user }: { readonly user: User }) => {
  const turnOff = useAction(Admin.turnOffSecondFactor)
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="gf-row-between">
      <span>The user also enters a code from an authenticator app.</span>
      <Button variant="danger-quiet" onClick={() => setAsked(true)}>
        Turn off second factor
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Turn off the second factor of ${userName(user)}?`}
          confirm="Turn off"
          isPending={turnOff.isPending}
          error={turnOff.error}
          onConfirm={() => void turnOff.run({ userId: user.id })}
          onClose={() => setAsked(false)}
        >
          Make sure first that it is them who ask: whoever knows the password can sign in then.
        </ConfirmDialog>
      )}
    </div>
  )
}
