"use client"
import { MagicLink } from "gatefold"
import { useAction, useProject } from "gatefold/react"
import { useState } from "react"
import { AuthCard } from "../components/AuthCard.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { GuestButton } from "../components/GuestButton.tsx"
import { HandlerButton, HandlerLink } from "../components/HandlerLink.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { ProviderButtons } from "../components/ProviderButtons.tsx"
import { type AuthSlots, Screen } from "../components/Screen.tsx"
import { SignedOutOnly } from "../components/SignedOutOnly.tsx"
import { pages } from "../lib/pages.ts"
import { listProviders } from "../lib/providers.ts"
import { SecondFactorCard, type SecondFactorError } from "../mfa/SecondFactorCard.tsx"
import { CodeStep } from "../sign-in/CodeStep.tsx"
import type { Nonce } from "../sign-in/SignInSteps.tsx"
import { useAuthText } from "../text/AuthText.tsx"
import { LinkSignUp } from "./LinkSignUp.tsx"
import { PasswordSignUp } from "./PasswordSignUp.tsx"

/** Creates an account. A first sign-in with a provider or an emailed link also creates one. */
export const SignUp = (slots: AuthSlots) => (
  <Screen auth={slots} loading={<CardSkeleton />}>
    <SignedOutOnly>
      <Steps />
    </SignedOutOnly>
  </Screen>
)

const Steps = () => {
  const send = useAction(MagicLink.send)
  const [mailed, setMailed] = useState<{ readonly email: string; readonly nonce: Nonce }>()
  const [factor, setFactor] = useState<SecondFactorError>()
  const sendMail = async (email: string) => {
    const sent = await send.run({ email })
    if (sent.ok) setMailed({ email, nonce: sent.value.nonce })
  }
  const goBack = () => {
    send.reset()
    setMailed(undefined)
    setFactor(undefined)
  }
  if (factor !== undefined) return <SecondFactorCard error={factor} onCancel={goBack} />
  if (mailed !== undefined) {
    return (
      <CodeStep
        {...mailed}
        send={send}
        onSendAgain={() => void sendMail(mailed.email)}
        onPassword={undefined}
        onBack={goBack}
        onSecondFactor={setFactor}
      />
    )
  }
  return <Form send={send} onEmail={(email) => void sendMail(email)} />
}

interface FormProps {
  readonly send: ReturnType<typeof useAction<typeof MagicLink.send>>
  readonly onEmail: (email: string) => void
}

const Form = ({ onEmail, send }: FormProps) => {
  const t = useAuthText()
  const { config, displayName } = useProject()
  if (!config.signUpEnabled) return <Closed />
  const hasForm = config.credentialEnabled || config.magicLinkEnabled
  return (
    <AuthCard
      title={t.signUp.title}
      description={t.signUp.welcome({ app: displayName })}
      footer={
        <>
          {t.signUp.haveAccount} <HandlerLink to={pages.signIn}>{t.common.signIn}</HandlerLink>
        </>
      }
    >
      <div className="gf-stack">
        {config.credentialEnabled ? (
          <PasswordSignUp />
        ) : (
          config.magicLinkEnabled && <LinkSignUp send={send} onEmail={onEmail} />
        )}
        {hasForm && listProviders(config.enabledOAuthProviders).length > 0 && (
          <div className="gf-separator">{t.signIn.or}</div>
        )}
        <ProviderButtons />
        <GuestButton />
      </div>
    </AuthCard>
  )
}

/** A dead end: the project accepts no new accounts. */
const Closed = () => {
  const t = useAuthText()
  const { displayName } = useProject()
  return (
    <OutcomeCard
      icon="lock"
      title={t.signUp.closedTitle}
      actions={
        <>
          <HandlerButton variant="primary" block to={pages.signIn}>
            {t.common.signIn}
          </HandlerButton>
          <ButtonLink variant="ghost" block to={pages.home}>
            {t.outcome.goHome}
          </ButtonLink>
        </>
      }
    >
      {t.signUp.closed({ app: displayName })}
    </OutcomeCard>
  )
}
