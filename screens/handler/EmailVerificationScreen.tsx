import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { isOldLink } from "../lib/describeError.ts"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

/** The page behind the link of a verification mail. It works without a sign-in. */
export const EmailVerificationScreen = ({ state }: { readonly state: HandlerStates["emailVerification"] }) => {
  const t = useAuthText()
  const toEmails = (
    <>
      <ButtonLink variant="primary" block to={`${pages.account}/emails`}>
        {t.outcome.goToEmails}
      </ButtonLink>
      <ButtonLink variant="ghost" block to={pages.home}>
        {t.outcome.goHome}
      </ButtonLink>
    </>
  )
  switch (state.status) {
    case "working":
      return <WorkingCard title={t.outcome.verifying} />
    case "no-code":
      return <NoCodeCard actions={toEmails} />
    case "failed":
      return (
        <OutcomeCard title={t.outcome.verifyFailed} icon="mail" tone="danger" error={state.error} actions={toEmails}>
          {isOldLink(state.error) ? t.outcome.verifyOver : undefined}
        </OutcomeCard>
      )
    case "done":
      return (
        <OutcomeCard
          title={t.outcome.verified}
          icon="mail"
          tone="success"
          actions={
            <ButtonLink variant="primary" block to={pages.home}>
              {t.common.continue}
            </ButtonLink>
          }
        >
          {t.outcome.verifiedHint}
        </OutcomeCard>
      )
  }
}
