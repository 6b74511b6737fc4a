import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { NewPasswordCard } from "./NewPasswordCard.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

/** The page behind the link of a mail for a forgotten password. */
export const PasswordResetScreen = ({ state }: { readonly state: HandlerStates["passwordReset"] }) => {
  const t = useAuthText()
  const again = (
    <>
      <ButtonLink variant="primary" block to={pages.forgotPassword}>
        {t.outcome.newLink}
      </ButtonLink>
      <ButtonLink variant="ghost" block to={pages.signIn}>
        {t.forgotPassword.back}
      </ButtonLink>
    </>
  )
  switch (state.status) {
    case "working":
      return <WorkingCard title={t.outcome.checkingLink} />
    case "no-code":
      return <NoCodeCard actions={again} />
    case "failed":
      return <OutcomeCard title={t.outcome.resetFailed} icon="lock" tone="danger" error={state.error} actions={again} />
    case "ready":
      return <NewPasswordCard {...state} />
    case "done":
      return (
        <OutcomeCard
          title={t.outcome.resetDone}
          icon="lock"
          tone="success"
          actions={
            <ButtonLink variant="primary" block to={pages.signIn}>
              {t.common.signIn}
            </ButtonLink>
          }
        >
          {t.outcome.resetDoneHint}
        </OutcomeCard>
      )
  }
}
