import { ContactChannels, type CurrentUser } from "gatefold"
import { useAction, useUser } from "gatefold/react"
import { AuthCard } from "#screens/components/AuthCard"
import { Button } from "#screens/components/Button"
import { ButtonLink } from "#screens/components/ButtonLink"
import { FormError } from "#screens/components/FormError"
import { GoTo } from "#screens/components/GoTo"

/** The remaining steps of a restricted user. Others return to where they came from. */
export const Onboarding = () => {
  const user = useUser({ or: "redirect" })
  if (!user.isRestricted) return <GoTo to="/handler/continue" />
  return user.restrictedReason === "email_not_verified" ? <VerifyEmail user={user} /> : <Restricted />
}

const signOut = (
  <ButtonLink variant="ghost" block to="/handler/sign-out">
    Sign out
  </ButtonLink>
)

const VerifyEmail = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const send = useAction(ContactChannels.sendPrimaryVerification)
  return (
    <AuthCard
      icon="mail"
      title="Verify your email"
      description={
        send.status === "success"
          ? `We sent a link to ${user.primaryEmail}. Open it, then continue here.`
          : `Your account needs a verified email. We can send a link to ${user.primaryEmail}.`
      }
    >
      <FormError error={send.error} />
      <div className="gf-auth-actions">
        {send.status === "success" ? (
          <Button variant="primary" block onClick={() => location.reload()}>
            Continue
          </Button>
        ) : (
          <Button variant="primary" block isPending={send.isPending} onClick={() => void send.run()}>
            Send link
          </Button>
        )}
        {signOut}
      </div>
    </AuthCard>
  )
}

const Restricted = () => (
  <AuthCard icon="lock" title="Your account is restricted" description="Contact the people who run this app.">
    <div className="gf-auth-actions">{signOut}</div>
  </AuthCard>
)
