import type { HandlerStates } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { FormError } from "../components/FormError.tsx"
import { describeError } from "../lib/describeError.ts"
import { AuthCard } from "../components/AuthCard.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"
import { pages } from "../lib/pages.ts"
import { useText } from "../text/Text.tsx"

const toTeams = <ButtonLink to={pages.teams}>Go to your teams</ButtonLink>

/** Where the link of an invitation leads. */
export const TeamInvitationScreen = ({ state }: { readonly state: HandlerStates["teamInvitation"] }) => {
  const t = useText()
  switch (state.status) {
    case "working":
      return <WorkingCard title="Looking at your invitation" />
    case "no-code":
      return <NoCodeCard actions={toTeams} />
    case "signed-out":
      return (
        <OutcomeCard
          title="You are invited to a team"
          icon="team"
          actions={
            <Button variant="primary" onClick={state.signIn}>
              Sign in to see the invitation
            </Button>
          }
        >
          Sign in or create an account first; you come back here afterwards.
        </OutcomeCard>
      )
    case "failed":
      return (
        <OutcomeCard title="This invitation does not work" tone="danger" actions={toTeams}>
          {describeError(t, state.error)}
        </OutcomeCard>
      )
    case "ready":
      return (
        <AuthCard
          title={`Join ${state.teamDisplayName}`}
          description={`You are invited to the team ${state.teamDisplayName}.`}
        >
          <FormError error={state.error} />
          <div className="gf-stack-tight">
            <Button variant="primary" block isPending={state.isPending} onClick={() => void state.accept()}>
              Accept the invitation
            </Button>
            <ButtonLink variant="ghost" block to={pages.home}>
              Not now
            </ButtonLink>
          </div>
        </AuthCard>
      )
    case "done":
      return (
        <OutcomeCard title="Welcome to the team" tone="success" actions={toTeams}>
          You are a member now.
        </OutcomeCard>
      )
  }
}
