import type { HandlerStates } from "gatefold/react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { describeError } from "../lib/describeError.ts"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"

const toAccount = <ButtonLink to={`${pages.account}/emails`}>Go to your addresses</ButtonLink>

/** Where the link of a verification mail leads. Nobody needs to be signed in. */
export const EmailVerificationScreen = ({ state }: { readonly state: HandlerStates["emailVerification"] }) => {
  const t = useText()
  switch (state.status) {
    case "working":
      return <WorkingCard title="Verifying your address" />
    case "no-code":
      return <NoCodeCard actions={toAccount} />
    case "failed":
      return (
        <OutcomeCard title="The address is not verified" tone="danger" actions={toAccount}>
          {describeError(t, state.error)}
        </OutcomeCard>
      )
    case "done":
      return (
        <OutcomeCard title="Address verified" tone="success" actions={toAccount}>
          Thank you. We know now that this address is yours.
        </OutcomeCard>
      )
  }
}
