import { CrossDomain } from "gatefold"
import { useAction } from "gatefold/react"
import { useEffect } from "react"
import { ButtonLink } from "#screens/components/ButtonLink"
import { GoTo } from "#screens/components/GoTo"
import { OutcomeCard } from "#screens/components/OutcomeCard"
import { RequireUser } from "#screens/components/RequireUser"
import { WorkingCard } from "#screens/handler/WorkingCard"
import { type Continuation, forget, keep, formatRequest } from "./continuation.ts"

/** Hands the session on to the app that the user came from, also that of a guest. */
export const Continue = ({ continuation }: { readonly continuation: Continuation | undefined }) =>
  continuation === undefined ? (
    <GoTo to="/account" />
  ) : (
    <RequireUser>{(user) => <HandOn key={user.id} continuation={continuation} />}</RequireUser>
  )

const HandOn = ({ continuation }: { readonly continuation: Continuation }) => {
  const { error, run } = useAction(CrossDomain.authorize)
  useEffect(() => {
    // The app accepts one answer, and this page ends as soon as there is one.
    forget(sessionStorage)
    void run({ url: formatRequest(continuation, location.href), redirectUrls: [continuation.redirectUri] }).then(
      ({ ok }) => {
        if (!ok) keep(sessionStorage, continuation, Date.now())
      }
    )
  }, [continuation, run])
  return error === undefined ? (
    <WorkingCard title="Back to the app" />
  ) : (
    <OutcomeCard
      title="The app could not be opened"
      icon="signIn"
      tone="danger"
      actions={
        <ButtonLink variant="primary" block to="/account">
          Go to your account
        </ButtonLink>
      }
    >
      {error.message}
    </OutcomeCard>
  )
}
