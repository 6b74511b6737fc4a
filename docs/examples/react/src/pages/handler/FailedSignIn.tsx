import { useState } from "react"
import { ButtonLink } from "../../components/ButtonLink.tsx"
import { type AppFailure, describeError } from "../../lib/describeError.ts"
import { OutcomeCard } from "../auth/OutcomeCard.tsx"
import { SecondFactor } from "../auth/SecondFactor.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

/** A sign-in that did not come to its end; perhaps only the second factor is missing. */
export const FailedSignIn = ({ error }: { readonly error: AppFailure }) => {
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
        <ButtonLink variant="primary" to="/handler/sign-in">
          Back to the sign-in page
        </ButtonLink>
      }
    >
      {describeError(error)}
    </OutcomeCard>
  )
}
