import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { FailedSignIn } from "./FailedSignIn.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"

/** Where the link of a sign-in mail leads. */
export const MagicLinkCallbackScreen = ({ state }: { readonly state: HandlerStates["magicLinkCallback"] }) => {
  switch (state.status) {
    case "working":
      return <WorkingCard title="Signing you in" />
    case "no-code":
      return <NoCodeCard actions={<ButtonLink to={pages.signIn}>Ask for a new link</ButtonLink>} />
    case "failed":
      return <FailedSignIn error={state.error} />
    case "done":
      return (
        <OutcomeCard
          title="You are signed in"
          tone="success"
          actions={<ButtonLink to={pages.home}>Continue</ButtonLink>}
        />
      )
  }
}
