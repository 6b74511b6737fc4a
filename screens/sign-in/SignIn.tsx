"use client"
import { useProject } from "gatefold/react"
import { useState } from "react"
import { AuthCard } from "../components/AuthCard.tsx"
import { GuestButton } from "../components/GuestButton.tsx"
import { HandlerLink } from "../components/HandlerLink.tsx"
import { CardSkeleton } from "../components/PageSkeleton.tsx"
import { ProviderButtons } from "../components/ProviderButtons.tsx"
import { Screen } from "../components/Screen.tsx"
import { SegmentedControl } from "../components/SegmentedControl.tsx"
import { SignedOutOnly } from "../components/SignedOutOnly.tsx"
import { pages } from "../lib/pages.ts"
import { MagicLinkSignIn } from "./MagicLinkSignIn.tsx"
import { PasskeySignIn } from "./PasskeySignIn.tsx"
import { PasswordSignIn } from "./PasswordSignIn.tsx"

/** Signs in by every method that the project has enabled. */
export const SignIn = () => (
  <Screen loading={<CardSkeleton />}>
    <SignedOutOnly>
      <Form />
    </SignedOutOnly>
  </Screen>
)

const Form = () => {
  const { config, displayName } = useProject()
  const [method, setMethod] = useState<"password" | "link">(config.credentialEnabled ? "password" : "link")
  // One address for both forms: who changes the way to sign in need not type it again.
  const [email, setEmail] = useState("")
  const forms = { email, onEmailChange: setEmail }
  return (
    <AuthCard
      title="Sign in"
      description={`to continue to ${displayName}`}
      footer={
        <>
          New here? <HandlerLink to={pages.signUp}>Create an account</HandlerLink>
        </>
      }
    >
      <div className="gf-stack">
        <ProviderButtons />
        {config.passkeyEnabled && <PasskeySignIn />}
        {(config.credentialEnabled || config.magicLinkEnabled) && <div className="gf-separator">or by e-mail</div>}
        {config.credentialEnabled && config.magicLinkEnabled && (
          <SegmentedControl
            label="How to sign in"
            options={[
              { value: "password", label: "Password" },
              { value: "link", label: "E-mail link" }
            ]}
            value={method}
            onChange={setMethod}
          />
        )}
        {config.credentialEnabled && method === "password" && <PasswordSignIn {...forms} />}
        {config.magicLinkEnabled && method === "link" && (
          <MagicLinkSignIn {...forms} onPassword={config.credentialEnabled ? () => setMethod("password") : undefined} />
        )}
        <GuestButton block />
      </div>
    </AuthCard>
  )
}
