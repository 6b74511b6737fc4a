import { CurrentUser } from "gatefold"
import { useAuthApp, useUser } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { ButtonLink } from "#screens/components/ButtonLink"
import { OutcomeCard } from "#screens/components/OutcomeCard"
import { useSignOut } from "#screens/lib/useSignOut"

/** Where restricted users come to: why they are, and what they can do. Users who are no longer restricted go back. */
export default function OnboardingPage() {
  const user = useUser({ or: "redirect" })
  const { invalidate } = useAuthApp()
  const signOut = useSignOut()
  if (!user.isRestricted) {
    return (
      <OutcomeCard
        title="Nothing left to do"
        icon="shield"
        tone="success"
        actions={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        Your account has everything that it needs.
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard
      title="Not yet"
      icon="shield"
      actions={
        <>
          <Button variant="primary" onClick={() => invalidate(CurrentUser.get)}>
            Check again
          </Button>
          <Button onClick={signOut}>Sign out</Button>
        </>
      }
    >
      {whatToDo(user)}
    </OutcomeCard>
  )
}

const whatToDo = (user: CurrentUser.CurrentUser): string => {
  if (user.restrictedReason === "email_not_verified") {
    return `Follow the link in the email to ${user.primaryEmail ?? "your address"} first.`
  }
  if (user.restrictedReason === "restricted_by_administrator") {
    return `An administrator has restricted your account: ${user.restrictedByAdminReason ?? "ask them why"}.`
  }
  return "Your account may not be used yet."
}
