import { useProject } from "gatefold/react"
import { useState } from "react"
import { SegmentedControl } from "../../components/SegmentedControl.tsx"
import { AuthCard } from "./AuthCard.tsx"
import { GuestButton } from "./GuestButton.tsx"
import { HandlerLink } from "./HandlerLink.tsx"
import { MagicLinkSignIn } from "./MagicLinkSignIn.tsx"
import { PasskeySignIn } from "./PasskeySignIn.tsx"
import { PasswordSignIn } from "./PasswordSignIn.tsx"
import { ProviderButtons } from "./ProviderButtons.tsx"

/** Signs in by every method that the project has enabled. */
export const SignInPage = () => {
  const { config, displayName } = useProject()
  const [method, setMethod] = useState<"password" | "link">(config.credentialEnabled ? "password" : "link")
  return (
    <AuthCard
      title="Sign in"
      description={`to continue to ${displayName}`}
      footer={
        <>
          New here? <HandlerLink to="/handler/sign-up">Create an account</HandlerLink>
        </>
      }
    >
      <div className="stack">
        <ProviderButtons />
        {config.passkeyEnabled && <PasskeySignIn />}
        {(config.credentialEnabled || config.magicLinkEnabled) && <div className="separator">or by e-mail</div>}
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
        {config.credentialEnabled && method === "password" && <PasswordSignIn />}
        {config.magicLinkEnabled && method === "link" && <MagicLinkSignIn />}
        <GuestButton block />
      </div>
    </AuthCard>
  )
}
