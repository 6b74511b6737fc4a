import type { HandlerStates } from "gatefold/react"
import { buttonClass } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

export const SignOutScreen = ({ state }: { readonly state: HandlerStates["signOut"] }) => {
  const t = useAuthText()
  switch (state.status) {
    case "working":
      return <WorkingCard title={t.outcome.signingOut} />
    case "failed":
      if (state.error._tag === "SignOutElsewhere") {
        const title = t.outcome.signOutAt(state.error)
        return (
          <OutcomeCard
            title={title}
            icon="signOut"
            error={state.error}
            actions={
              <>
                <a className={buttonClass({ variant: "primary", block: true })} href={state.error.signOutUrl}>
                  {title}
                </a>
                <ButtonLink variant="ghost" block to={pages.home}>
                  {t.outcome.goHome}
                </ButtonLink>
              </>
            }
          />
        )
      }
      return (
        <OutcomeCard
          title={t.outcome.signOutFailed}
          icon="signOut"
          tone="danger"
          error={state.error}
          actions={
            <ButtonLink variant="primary" block to={pages.home}>
              {t.outcome.goHome}
            </ButtonLink>
          }
        />
      )
    case "done":
      return (
        <OutcomeCard
          title={t.outcome.signedOut}
          icon="signOut"
          actions={
            <>
              <ButtonLink variant="primary" block to={pages.signIn}>
                {t.outcome.signInAgain}
              </ButtonLink>
              <ButtonLink variant="ghost" block to={pages.home}>
                {t.outcome.goHome}
              </ButtonLink>
            </>
          }
        >
          {t.outcome.signedOutHint}
        </OutcomeCard>
      )
  }
}
