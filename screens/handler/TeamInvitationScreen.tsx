import type { HandlerStates } from "gatefold/react"
import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { FormError } from "../components/FormError.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { isOldLink } from "../lib/describeError.ts"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { NoCodeCard } from "./NoCodeCard.tsx"
import { WorkingCard } from "./WorkingCard.tsx"

/** The page behind the link of an invitation. */
export const TeamInvitationScreen = ({ state }: { readonly state: HandlerStates["teamInvitation"] }) => {
  const t = useAuthText()
  const toTeams = (
    <ButtonLink variant="primary" block to={pages.teams}>
      {t.outcome.goToTeams}
    </ButtonLink>
  )
  const notNow = (
    <ButtonLink variant="ghost" block to={pages.home}>
      {t.outcome.notNow}
    </ButtonLink>
  )
  switch (state.status) {
    case "working":
      return <WorkingCard title={t.outcome.openingInvitation} />
    case "no-code":
      return <NoCodeCard actions={toTeams} />
    case "signed-out":
      return (
        <OutcomeCard
          title={t.outcome.invited}
          icon="team"
          actions={
            <>
              <Button variant="primary" block onClick={state.signIn}>
                {t.common.signIn}
              </Button>
              <Button block onClick={state.signUp}>
                {t.signIn.createAccount}
              </Button>
              {notNow}
            </>
          }
        >
          {t.outcome.invitedHint}
        </OutcomeCard>
      )
    case "failed":
      return (
        <OutcomeCard
          title={t.outcome.invitationFailed}
          icon="team"
          tone="danger"
          error={state.error}
          actions={
            <>
              {state.error._tag === "TeamInvitationEmailMismatch" ? (
                <ButtonLink variant="primary" block to={pages.signOut}>
                  {t.signIn.otherAccount}
                </ButtonLink>
              ) : (
                toTeams
              )}
              <ButtonLink variant="ghost" block to={pages.home}>
                {t.outcome.goHome}
              </ButtonLink>
            </>
          }
        >
          {isOldLink(state.error) ? t.outcome.invitationOver : undefined}
        </OutcomeCard>
      )
    case "ready":
      return (
        <AuthCard
          icon="team"
          title={t.outcome.joinTitle({ team: state.teamDisplayName })}
          description={t.outcome.joinHint({ team: state.teamDisplayName })}
        >
          <FormError error={state.error} />
          <div className="gf-auth-actions">
            <Button variant="primary" block isPending={state.isPending} onClick={() => void state.accept()}>
              {t.outcome.join}
            </Button>
            {notNow}
          </div>
        </AuthCard>
      )
    case "done":
      return (
        <OutcomeCard title={t.outcome.joined} icon="team" tone="success" actions={toTeams}>
          {t.outcome.joinedHint}
        </OutcomeCard>
      )
  }
}
