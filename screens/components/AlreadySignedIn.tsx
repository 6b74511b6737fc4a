import { type CurrentUser, Redirect } from "gatefold"
import { useAction } from "gatefold/react"
import { useSignOut } from "../lib/useSignOut.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { AuthCard } from "./AuthCard.tsx"
import { Button } from "./Button.tsx"
import { FormError } from "./FormError.tsx"
import { Identity } from "./Identity.tsx"

const goOn = Redirect.to("afterSignIn", { replace: true })

/** The sign-in page for users who are already signed in. */
export const AlreadySignedIn = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useAuthText()
  const signOut = useSignOut()
  const proceed = useAction(goOn)
  return (
    <AuthCard title={t.signIn.alreadyTitle}>
      <Identity user={user} />
      <FormError error={proceed.error} />
      <div className="gf-auth-actions">
        <Button variant="primary" block isPending={proceed.isPending} onClick={() => void proceed.run()}>
          {user.displayName === null ? t.common.continue : t.signIn.continueAs({ name: user.displayName })}
        </Button>
        <Button variant="ghost" block onClick={signOut}>
          {t.signIn.otherAccount}
        </Button>
      </div>
    </AuthCard>
  )
}
