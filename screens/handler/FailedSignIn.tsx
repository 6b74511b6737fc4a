import { useState } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { HandlerButton } from "../components/HandlerLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { type AppFailure, isOldLink } from "../lib/describeError.ts"
import { pages } from "../lib/pages.ts"
import { SecondFactorCard } from "../mfa/SecondFactorCard.tsx"
import { useAuthText } from "../text/AuthText.tsx"

/** An unfinished sign-in; perhaps only the second factor is missing. */
export const FailedSignIn = ({ error }: { readonly error: AppFailure | undefined }) => {
  const t = useAuthText()
  const [isGivenUp, setGivenUp] = useState(false)
  if (error?._tag === "MultiFactorAuthenticationRequired" && !isGivenUp) {
    return <SecondFactorCard error={error} onCancel={() => setGivenUp(true)} />
  }
  const isCode = isOldLink(error)
  const isStopped = error?._tag === "OAuthProviderAccessDenied"
  return (
    <OutcomeCard
      title={isStopped ? t.outcome.signInCancelled : t.outcome.signInFailed}
      icon={isCode ? "link" : "signIn"}
      tone={isStopped ? "neutral" : "danger"}
      error={error}
      actions={
        <>
          <HandlerButton variant="primary" block to={pages.signIn}>
            {t.forgotPassword.back}
          </HandlerButton>
          <ButtonLink variant="ghost" block to={pages.home}>
            {t.outcome.goHome}
          </ButtonLink>
        </>
      }
    >
      {error === undefined ? t.outcome.signInFailedUnknown : isCode ? t.outcome.signInLinkOver : undefined}
    </OutcomeCard>
  )
}
