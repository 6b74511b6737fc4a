"use client"
import { type HandlerStates, useUser } from "gatefold/react"
import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { Facts } from "../components/Facts.tsx"
import { FormError } from "../components/FormError.tsx"
import { Identity } from "../components/Identity.tsx"
import { Notice } from "../components/Notice.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { type AuthSlots, Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"

type State = HandlerStates["agentAuthConfirm"]

export interface AgentConfirmProps extends AuthSlots {
  readonly state: State
}

/** The page where a user decides about an agent: it says who asks and who would be signed in, and waits for a click. */
export const AgentConfirm = ({ state, ...slots }: AgentConfirmProps) => (
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
        <OutcomeCard title={t.terminal.noCodeTitle} icon="terminal" tone="danger" actions={<Home />}>
          {t.agent.noCode}
        </OutcomeCard>
      )
    case "framed":
      return (
        <OutcomeCard title={t.terminal.framedTitle} icon="panel" tone="danger">
          {t.terminal.framed}
        </OutcomeCard>
      )
    case "failed":
      return (
        <OutcomeCard title={t.agent.failedTitle} icon="terminal" tone="danger" error={state.error} actions={<Home />} />
      )
    case "signed-out":
      return (
        <AuthCard icon="terminal" title={t.agent.signInTitle} description={t.agent.signInFirst}>
          <div className="gf-auth-actions">
            <Button variant="primary" block onClick={state.signIn}>
              {t.common.signIn}
            </Button>
            <ButtonLink block variant="ghost" to={pages.home}>
              {t.common.cancel}
            </ButtonLink>
          </div>
        </AuthCard>
      )
    case "done":
      return state.value === "approved" ? (
        <OutcomeCard
          title={t.agent.allowedTitle}
          icon="terminal"
          tone="success"
          actions={
            <ButtonLink block to={`${pages.account}/sessions`}>
              {t.terminal.sessions}
            </ButtonLink>
          }
        >
          {t.agent.allowed}
        </OutcomeCard>
      ) : (
        <OutcomeCard title={t.agent.deniedTitle} icon="terminal" actions={<Home />}>
          {t.agent.denied}
        </OutcomeCard>
      )
    case "ready":
      return <Decide {...state} />
  }
}

const Home = () => {
  const t = useAuthText()
  return (
    <ButtonLink variant="primary" block to={pages.home}>
      {t.outcome.goHome}
    </ButtonLink>
  )
}

const Decide = ({
  approve,
  claimCode,
  deny,
  error,
  isPending,
  login
}: Extract<State, { readonly status: "ready" }>) => {
  const t = useAuthText()
  const user = useUser()
  if (user === null) return null
  const { agent, userHint } = login
  // The agent wrote these texts, so none of them is a link.
  const facts = [
    [t.agent.name, agent.name],
    [t.agent.purpose, agent.description],
    [t.agent.website, agent.url],
    [t.agent.meantFor, userHint],
    [t.agent.code, claimCode]
  ] as const
  return (
    <AuthCard icon="terminal" title={t.agent.title} description={t.agent.description}>
      <Identity user={user} />
      <Facts facts={facts.flatMap(([name, text]) => (text ? [[name, <bdi key={name}>{text}</bdi>] as const] : []))} />
      <Notice tone="warning">
        <p>{t.agent.warning}</p>
      </Notice>
      <FormError error={error} />
      <div className="gf-auth-actions">
        <Button variant="primary" block isPending={isPending} onClick={() => void approve()}>
          {t.agent.allow}
        </Button>
        <Button block isPending={isPending} onClick={() => void deny()}>
          {t.agent.deny}
        </Button>
      </div>
    </AuthCard>
  )
}
