import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { describeError } from "../lib/describeError.ts"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"

const again = <ButtonLink to={pages.signIn}>Go to the sign-in page</ButtonLink>

/** Where the service sends users whom it could not sign in with a provider. */
export const ErrorScreen = ({ state }: { readonly state: HandlerStates["error"] }) => {
  const t = useText()
  switch (state.status) {
    case "working":
      return <WorkingCard title="Something went wrong" />
    case "failed":
      return (
        <OutcomeCard title="Something went wrong" tone="danger" actions={again}>
          {describeError(t, state.error)}
        </OutcomeCard>
      )
    case "done":
      return (
        <OutcomeCard title="The sign-in did not work" tone="danger" actions={again}>
          {state.value === null
            ? "There is nothing more to say about it. Please start again."
            : describeError(t, state.value)}
        </OutcomeCard>
      )
  }
}
