"use client"
import { type HandlerStates, useUser } from "gatefold/react"
import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { FormError } from "../components/FormError.tsx"
import { Identity } from "../components/Identity.tsx"
import { Notice } from "../components/Notice.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { type AuthSlots, Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"

type State = HandlerStates["cliAuthConfirm"]

export interface CliConfirmProps extends AuthSlots {
  readonly state: State
}

/** The page that confirms a terminal's login: it says who will be signed in there, and waits for a click. */
export const CliConfirm = ({ state, ...slots }: CliConfirmProps) => (
  <Screen auth={slots} loading={<CardSkeleton />}>
    <Content state={state} />
  </Screen>
)

const Content = ({ state }: { readonly state: State }) => {
  const t = useAuthText()
  switch (state.status) {
    case "working":
      return <CardSkeleton />
    case "no-code":
      return (
        <OutcomeCard
          title={t.terminal.noCodeTitle}
          icon="terminal"
          tone="danger"
          actions={
            <ButtonLink variant="primary" block to={pages.home}>
              {t.outcome.goHome}
            </ButtonLink>
          }
        >
          {t.terminal.noCode}
        </OutcomeCard>
      )
    case "framed":
      return (
        <OutcomeCard title={t.terminal.framedTitle} icon="panel" tone="danger">
          {t.terminal.framed}
        </OutcomeCard>
      )
    case "signed-out":
      return state.keepAnonymousUser === undefined ? (
        <AuthCard icon="terminal" title={t.terminal.signInTitle} description={t.terminal.signInFirst}>
          <div className="gf-auth-actions">
            <Button variant="primary" block onClick={state.signIn}>
              {t.common.signIn}
            </Button>
            <ButtonLink block variant="ghost" to={pages.home}>
              {t.common.cancel}
            </ButtonLink>
          </div>
        </AuthCard>
      ) : (
        <Guest {...state} keepAnonymousUser={state.keepAnonymousUser} />
      )
    case "done":
      return (
        <OutcomeCard
          title={t.terminal.doneTitle}
          icon="terminal"
          tone="success"
          actions={
            <ButtonLink block to={`${pages.account}/sessions`}>
              {t.terminal.sessions}
            </ButtonLink>
          }
        >
          {t.terminal.done}
        </OutcomeCard>
      )
    case "ready":
      return <Confirm {...state} />
  }
}

type SignedOut = Extract<State, { readonly status: "signed-out" }>

/** A new account can keep what was done in the terminal; from then on the terminal is signed in to it. */
const Guest = ({
  error,
  isPending,
  keepAnonymousUser,
  signIn
}: SignedOut & { readonly keepAnonymousUser: NonNullable<SignedOut["keepAnonymousUser"]> }) => {
  const t = useAuthText()
  return (
    <AuthCard icon="terminal" title={t.terminal.title} description={t.terminal.guestDescription}>
      <LinkWarning />
      <FormError error={error} />
      <div className="gf-auth-actions">
        <Button variant="primary" block isPending={isPending} onClick={() => void keepAnonymousUser()}>
          {t.terminal.guestKeep}
        </Button>
        <Button block variant="ghost" onClick={signIn}>
          {t.terminal.guestLeave}
        </Button>
      </div>
    </AuthCard>
  )
}

const LinkWarning = () => {
  const t = useAuthText()
  return (
    <Notice tone="warning">
      <p>{t.terminal.warning}</p>
    </Notice>
  )
}

const Confirm = ({ confirm, error, isPending }: Extract<State, { readonly status: "ready" }>) => {
  const t = useAuthText()
  const user = useUser()
  if (user === null) return null
  return (
    <AuthCard icon="terminal" title={t.terminal.title} description={t.terminal.description}>
      <Identity user={user} />
      <LinkWarning />
      <FormError error={error} />
      <div className="gf-auth-actions">
        <Button variant="primary" block isPending={isPending} onClick={() => void confirm()}>
          {t.terminal.confirm}
        </Button>
        <ButtonLink block variant="ghost" to={pages.home}>
          {t.common.cancel}
        </ButtonLink>
      </div>
    </AuthCard>
  )
}
