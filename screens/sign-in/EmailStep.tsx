import type { MagicLink } from "gatefold"
import { type Action, useProject } from "gatefold/react"
import { useState } from "react"
import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { GuestButton } from "../components/GuestButton.tsx"
import { HandlerLink } from "../components/HandlerLink.tsx"
import { lastUsedDescriptionId, LastUsed } from "../components/LastUsed.tsx"
import { Notice } from "../components/Notice.tsx"
import { ProviderButtons } from "../components/ProviderButtons.tsx"
import { onSubmit, readText } from "../lib/form.ts"
import { readLastMethod } from "../lib/lastMethod.ts"
import { pages } from "../lib/pages.ts"
import { listProviders } from "../lib/providers.ts"
import type { SecondFactorError } from "../mfa/SecondFactorCard.tsx"
import { useAuthText } from "../text/AuthText.tsx"
import { LinkNotAllowed } from "./LinkNotAllowed.tsx"
import { PasskeySignIn } from "./PasskeySignIn.tsx"
import { PasswordForm } from "./PasswordForm.tsx"

export interface EmailStepProps {
  readonly email: string
  readonly send: Action<typeof MagicLink.send>
  readonly onEmail: (email: string) => void
  readonly onSecondFactor: (error: SecondFactorError) => void
}

/** The first step: an address, or another method. If an address only goes with a password, it asks for both at once. */
export const EmailStep = ({ email, onEmail, onSecondFactor, send }: EmailStepProps) => {
  const t = useAuthText()
  const { config, displayName } = useProject()
  const [last] = useState(readLastMethod)
  const isByEmail = last === "link" || last === "password"
  const hasEmail = config.credentialEnabled || config.magicLinkEnabled
  const hasOther = config.passkeyEnabled || listProviders(config.enabledOAuthProviders).length > 0
  return (
    <AuthCard
      title={t.signIn.title({ app: displayName })}
      description={
        config.magicLinkEnabled
          ? t.signIn.welcome
          : config.credentialEnabled
            ? t.signIn.welcomePassword
            : t.signIn.welcomePlain
      }
      footer={
        config.signUpEnabled ? (
          <>
            {t.signIn.noAccount} <HandlerLink to={pages.signUp}>{t.signIn.createAccount}</HandlerLink>
          </>
        ) : (
          t.signIn.closed
        )
      }
    >
      <div className="gf-stack">
        {hasEmail && !config.magicLinkEnabled && <PasswordForm email={email} onSecondFactor={onSecondFactor} isAlone />}
        {config.magicLinkEnabled && (
          <form className="gf-stack" onSubmit={onSubmit((form) => onEmail(readText(form, "email").trim()))}>
            <Field
              label={t.common.email}
              name="email"
              type="email"
              // The browser offers passkeys here: see PasskeySignIn.
              autoComplete="username webauthn"
              autoFocus
              required
              defaultValue={email}
            />
            <FormError error={send.error} except={["UserWithEmailAlreadyExists"]} />
            <LinkNotAllowed error={send.error} />
            <Button
              variant="primary"
              type="submit"
              block
              isPending={send.isPending}
              aria-describedby={lastUsedDescriptionId(isByEmail)}
            >
              {t.common.continue}
              {isByEmail && <LastUsed />}
            </Button>
          </form>
        )}
        {hasEmail && hasOther && <div className="gf-separator">{t.signIn.or}</div>}
        <ProviderButtons>
          {config.passkeyEnabled && <PasskeySignIn hasField={hasEmail} onSecondFactor={onSecondFactor} />}
        </ProviderButtons>
        {!hasEmail && !hasOther && <Notice tone="warning">{t.signIn.noMethods}</Notice>}
        <GuestButton />
      </div>
    </AuthCard>
  )
}
