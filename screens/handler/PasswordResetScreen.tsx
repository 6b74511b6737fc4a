import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { describeError } from "../lib/describeError.ts"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { NewPasswordCard } from "./NewPasswordCard.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"

const again = <ButtonLink to={pages.forgotPassword}>Ask for a new link</ButtonLink>

/** Where the link of a mail for a forgotten password leads. */
export const PasswordResetScreen = ({ state }: { readonly state: HandlerStates["passwordReset"] }) => {
  const t = useText()
  switch (state.status) {
    case "working":
      return <WorkingCard title="Checking your link" />
    case "no-code":
      return <NoCodeCard actions={again} />
    case "failed":
      return (
        <OutcomeCard title="This link does not work" tone="danger" actions={again}>
          {describeError(t, state.error)}
        </OutcomeCard>
      )
    case "ready":
      return <NewPasswordCard {...state} />
    case "done":
      return (
        <OutcomeCard
          title="Password changed"
          tone="success"
          actions={
            <ButtonLink variant="primary" to={pages.signIn}>
              Sign in
            </ButtonLink>
          }
        >
          You were signed out everywhere. Sign in with the new password.
        </OutcomeCard>
      )
  }
}
