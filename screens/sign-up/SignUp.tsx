"use client"
import { useProject } from "gatefold/react"
import { AuthCard } from "../components/AuthCard.tsx"
import { GuestButton } from "../components/GuestButton.tsx"
import { HandlerLink } from "../components/HandlerLink.tsx"
import { Notice } from "../components/Notice.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { ProviderButtons } from "../components/ProviderButtons.tsx"
import { Screen } from "../components/Screen.tsx"
import { SignedOutOnly } from "../components/SignedOutOnly.tsx"
import { pages } from "../lib/pages.ts"
import { PasswordSignUp } from "./PasswordSignUp.tsx"

/** Creates an account. Providers and mailed links do so as well, for whoever signs in with them first. */
export const SignUp = () => (
  <Screen loading={<CardSkeleton />}>
    <SignedOutOnly>
      <Form />
    </SignedOutOnly>
  </Screen>
)

const Form = () => {
  const { config, displayName } = useProject()
  return (
    <AuthCard
      title="Create your account"
      description={`for ${displayName}`}
      footer={
        <>
          You have an account? <HandlerLink to={pages.signIn}>Sign in</HandlerLink>
        </>
      }
    >
      <div className="gf-stack">
        {!config.signUpEnabled && <Notice title="This app takes no new accounts at the moment." />}
        <ProviderButtons />
        {config.credentialEnabled && (
          <>
            <div className="gf-separator">or by e-mail</div>
            <PasswordSignUp />
          </>
        )}
        <GuestButton block />
      </div>
    </AuthCard>
  )
}
