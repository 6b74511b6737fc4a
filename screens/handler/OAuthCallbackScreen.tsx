import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { HandlerButton } from "../components/HandlerLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { FailedSignIn } from "./FailedSignIn.tsx"
import { SignedIn } from "./SignedIn.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

/** The page to which providers send users back. */
export const OAuthCallbackScreen = ({ state }: { readonly state: HandlerStates["oauthCallback"] }) => {
  const t = useAuthText()
  switch (state.status) {
    case "working":
      return <WorkingCard title={t.outcome.signingIn} />
    case "failed":
      return <FailedSignIn error={state.error} />
    case "done":
      return state.value === "ignored" ? (
        <OutcomeCard
          title={t.outcome.nothingToFinish}
          icon="signIn"
          actions={
            <>
              <HandlerButton variant="primary" block to={pages.signIn}>
                {t.common.signIn}
              </HandlerButton>
              <ButtonLink variant="ghost" block to={pages.home}>
                {t.outcome.goHome}
              </ButtonLink>
            </>
          }
        >
          {t.outcome.nothingToFinishHint}
        </OutcomeCard>
      ) : (
        <SignedIn
          icon={state.value === "linked" ? "link" : "user"}
          title={state.value === "linked" ? t.outcome.connected : t.outcome.signedIn}
        />
      )
  }
}
