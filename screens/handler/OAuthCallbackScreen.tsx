import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { FailedSignIn } from "./FailedSignIn.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"

/** Where providers send users back to. */
export const OAuthCallbackScreen = ({ state }: { readonly state: HandlerStates["oauthCallback"] }) => {
  switch (state.status) {
    case "working":
      return <WorkingCard title="Signing you in" />
    case "failed":
      return <FailedSignIn error={state.error} />
    case "done":
      return state.value === "ignored" ? (
        <OutcomeCard
          title="Nothing to finish here"
          actions={<ButtonLink to={pages.signIn}>Go to the sign-in page</ButtonLink>}
        >
          This page finishes a sign-in that was begun in this browser, once and within an hour. Start again.
        </OutcomeCard>
      ) : (
        <OutcomeCard
          title={state.value === "linked" ? "Account connected" : "You are signed in"}
          tone="success"
          actions={<ButtonLink to={pages.home}>Continue</ButtonLink>}
        />
      )
  }
}
