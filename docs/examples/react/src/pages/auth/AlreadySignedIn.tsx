import { type CurrentUser, Redirect, Sessions } from "gatefold"
import { useAction } from "gatefold/react"
import { Avatar } from "../../components/Avatar.tsx"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { nameOf } from "../../lib/nameOf.ts"
import { AuthCard } from "./AuthCard.tsx"

const goOn = Redirect.to("afterSignIn", { replace: true })

/** The sign-in page for somebody who is signed in. */
export const AlreadySignedIn = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const signOut = useAction(Sessions.signOut)
  const proceed = useAction(goOn)
  return (
    <AuthCard title="You are signed in">
      <div className="row">
        <Avatar name={nameOf(user)} image={user.profileImageUrl} />
        <span className="break">{nameOf(user)}</span>
      </div>
      <FormError error={proceed.error} />
      <div className="stack-tight">
        <Button variant="primary" block onClick={() => void proceed.run()}>
          Continue
        </Button>
        <Button block isPending={signOut.isPending} onClick={() => void signOut.run()}>
          Sign out
        </Button>
      </div>
    </AuthCard>
  )
}
