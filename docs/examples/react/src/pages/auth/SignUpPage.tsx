import { useProject } from "gatefold/react"
import { Notice } from "../../components/Notice.tsx"
import { AuthCard } from "./AuthCard.tsx"
import { GuestButton } from "./GuestButton.tsx"
import { HandlerLink } from "./HandlerLink.tsx"
import { PasswordSignUp } from "./PasswordSignUp.tsx"
import { ProviderButtons } from "./ProviderButtons.tsx"

/** Creates an account. Providers and mailed links do so as well, for whoever signs in with them first. */
export const SignUpPage = () => {
  const { config, displayName } = useProject()
  return (
    <AuthCard
      title="Create your account"
      description={`for ${displayName}`}
      footer={
        <>
          You have an account? <HandlerLink to="/handler/sign-in">Sign in</HandlerLink>
        </>
      }
    >
      <div className="stack">
        {!config.signUpEnabled && <Notice title="This app takes no new accounts at the moment." />}
        <ProviderButtons />
        {config.credentialEnabled && (
          <>
            <div className="separator">or by e-mail</div>
            <PasswordSignUp />
          </>
        )}
        <GuestButton block />
      </div>
    </AuthCard>
  )
}
