import type { CurrentUser } from "gatefold"
import { Card } from "../../components/Card.tsx"
import { RecentSignIn } from "../../components/RecentSignIn.tsx"
import { isGuest } from "../../lib/nameOf.ts"
import { ChangePasswordForm } from "./ChangePasswordForm.tsx"
import { SetPasswordForm } from "./SetPasswordForm.tsx"

export const PasswordCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => (
  <Card
    title="Password"
    description={
      user.hasPassword
        ? "Changing it signs you out on all other devices."
        : "You have none yet. With one you can sign in without a mail or a provider."
    }
  >
    {user.hasPassword ? (
      <ChangePasswordForm />
    ) : isGuest(user) ? (
      <SetPasswordForm />
    ) : (
      <RecentSignIn>
        <SetPasswordForm />
      </RecentSignIn>
    )}
  </Card>
)
