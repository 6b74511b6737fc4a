import { type CurrentUser, Redirect } from "gatefold"
import { useAction } from "gatefold/react"
import { Avatar } from "./Avatar.tsx"
import { Button } from "./Button.tsx"
import { FormError } from "./FormError.tsx"
import { nameOf } from "../lib/nameOf.ts"
import { useSignOut } from "../lib/useSignOut.ts"
import { AuthCard } from "./AuthCard.tsx"

const goOn = Redirect.to("afterSignIn", { replace: true })

/** The sign-in page for somebody who is signed in. */
export const AlreadySignedIn = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const signOut = useSignOut()
  const proceed = useAction(goOn)
  return (
    <AuthCard title="You are signed in">
      <div className="gf-row">
        <Avatar name={nameOf(user)} image={user.profileImageUrl} />
        <span className="gf-break">{nameOf(user)}</span>
      </div>
      <FormError error={proceed.error} />
      <div className="gf-stack-tight">
        <Button variant="primary" block onClick={() => void proceed.run()}>
          Continue
        </Button>
        <Button block onClick={signOut}>
          Sign out
        </Button>
      </div>
    </AuthCard>
  )
}
