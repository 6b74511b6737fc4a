import { useState } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { type AppFailure, describeError } from "../lib/describeError.ts"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { SecondFactor } from "../mfa/SecondFactor.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"

/** A sign-in that did not come to its end; perhaps only the second factor is missing. */
export const FailedSignIn = ({ error }: { readonly error: AppFailure }) => {
  const t = useText()
  const [isGivenUp, setGivenUp] = useState(false)
  if (error._tag === "MultiFactorAuthenticationRequired" && !isGivenUp) {
    return (
      <>
        <WorkingCard title="Signing you in" />
        <SecondFactor error={error} onCancel={() => setGivenUp(true)} />
      </>
    )
  }
  return (
    <OutcomeCard
      title="This sign-in did not work"
      tone="danger"
      actions={
        <ButtonLink variant="primary" to={pages.signIn}>
          Back to the sign-in page
        </ButtonLink>
      }
    >
      {describeError(t, error)}
    </OutcomeCard>
  )
}
