import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { describeError } from "../lib/describeError.ts"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"

export const SignOutScreen = ({ state }: { readonly state: HandlerStates["signOut"] }) => {
  const t = useText()
  switch (state.status) {
    case "working":
      return <WorkingCard title="Signing you out" />
    case "failed":
      return (
        <OutcomeCard title="You could not be signed out" tone="danger">
          {describeError(t, state.error)}
        </OutcomeCard>
      )
    case "done":
      return (
        <OutcomeCard
          title="You are signed out"
          tone="success"
          actions={<ButtonLink to={pages.signIn}>Sign in again</ButtonLink>}
        />
      )
  }
}
