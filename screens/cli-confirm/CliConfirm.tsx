"use client"
import { type HandlerStates, useUser } from "gatefold/react"
import { Avatar } from "../components/Avatar.tsx"
import { Button } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { FormError } from "../components/FormError.tsx"
import { Notice } from "../components/Notice.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { Screen } from "../components/Screen.tsx"
import { Skeleton } from "../components/Skeleton.tsx"
import { nameOf } from "../lib/nameOf.ts"
import { AuthCard } from "../components/AuthCard.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { pages } from "../lib/pages.ts"

type State = HandlerStates["cliAuthConfirm"]

/** The page that confirms a terminal's login: it says who will be signed in there, and waits for a click. */
export const CliConfirm = ({ state }: { readonly state: State }) => (
  <Screen loading={<CardSkeleton />}>
    <Content state={state} />
  </Screen>
)

const Content = ({ state }: { readonly state: State }) => {
  switch (state.status) {
    case "working":
      return <Skeleton kind="block" />
    case "no-code":
      return (
        <OutcomeCard title="No login to confirm" icon="terminal">
          Open the link that your terminal shows, all of it.
        </OutcomeCard>
      )
    case "framed":
      return (
        <OutcomeCard title="Not inside another page" tone="danger">
          Another site shows this page inside of its own, and could make you click without knowing. Open the link in a
          window of its own.
        </OutcomeCard>
      )
    case "signed-out":
      return state.keepGuest === undefined ? (
        <AuthCard title="Log your terminal in" description="Sign in first; then you come back here to confirm.">
          <Button variant="primary" block onClick={state.signIn}>
            Sign in
          </Button>
        </AuthCard>
      ) : (
        <Guest {...state} keepGuest={state.keepGuest} />
      )
    case "done":
      return (
        <OutcomeCard title="Your terminal is signed in" tone="success">
          You can close this page and go on there. The login is among your sessions, where you can end it.
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
  keepGuest,
  signIn
}: SignedOut & { readonly keepGuest: NonNullable<SignedOut["keepGuest"]> }) => (
  <AuthCard
    title="Log your terminal in"
    description="The program on the command line works without an account. A new account keeps what was done there."
  >
    <LinkWarning />
    <FormError error={error} />
    <div className="gf-stack-tight">
      <Button variant="primary" block isPending={isPending} onClick={() => void keepGuest()}>
        Create an account with it
      </Button>
      <Button block variant="ghost" onClick={signIn}>
        Sign in, and leave it behind
      </Button>
    </div>
  </AuthCard>
)

const LinkWarning = () => (
  <Notice tone="warning">
    <p>Go on only if you have just started this login yourself. Whoever sent you the link gets your account.</p>
  </Notice>
)

const Confirm = ({ confirm, error, isPending }: Extract<State, { readonly status: "ready" }>) => {
  const user = useUser()
  if (user === null) return null
  return (
    <AuthCard title="Log your terminal in" description="A program on a command line asks to be signed in as you.">
      <div className="gf-cli-user">
        <Avatar name={nameOf(user)} image={user.profileImageUrl} />
        <div className="gf-list-main">
          <strong className="gf-truncate">{nameOf(user)}</strong>
          <span className="gf-muted gf-small gf-truncate">{user.primaryEmail ?? "No e-mail address"}</span>
        </div>
      </div>
      <LinkWarning />
      <FormError error={error} />
      <div className="gf-stack-tight">
        <Button variant="primary" block isPending={isPending} onClick={() => void confirm()}>
          Log the terminal in
        </Button>
        <ButtonLink block variant="ghost" to={pages.home}>
          Cancel
        </ButtonLink>
      </div>
    </AuthCard>
  )
}
