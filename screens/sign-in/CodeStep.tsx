import { MagicLink } from "gatefold"
import { type Action, useAction, useUser } from "gatefold/react"
import { useState } from "react"
import { AlreadySignedIn } from "../components/AlreadySignedIn.tsx"
import { AuthCard } from "../components/AuthCard.tsx"
import { Button } from "../components/Button.tsx"
import { CodeField } from "../components/CodeField.tsx"
import { EmailChip } from "../components/EmailChip.tsx"
import { FormError } from "../components/FormError.tsx"
import { describeFieldError, isOldLink } from "../lib/describeError.ts"
import { onSubmit, readText } from "../lib/form.ts"
import { rememberMethod } from "../lib/lastMethod.ts"
import type { SecondFactorError } from "../mfa/SecondFactorCard.tsx"
import { useAuthText } from "../text/AuthText.tsx"
import type { Nonce } from "./SignInSteps.tsx"

export interface CodeStepProps {
  readonly email: string
  readonly nonce: Nonce
  readonly send: Action<typeof MagicLink.send>
  readonly onSendAgain: () => void
  /** Undefined where the project has no passwords. */
  readonly onPassword: (() => void) | undefined
  readonly onBack: () => void
  readonly onSecondFactor: (error: SecondFactorError) => void
}

/** Waits for the code of the mail, for those who read it on another device. */
export const CodeStep = ({ email, nonce, onBack, onPassword, onSecondFactor, onSendAgain, send }: CodeStepProps) => {
  const t = useAuthText()
  const signIn = useAction(MagicLink.signIn)
  const user = useUser({ as: "value" })
  const [isAgain, setAgain] = useState(false)
  const submit = async (form: FormData) => {
    rememberMethod("link")
    const result = await signIn.run({ typedCode: readText(form, "code").trim().toUpperCase(), nonce })
    if (!result.ok && result.error._tag === "MultiFactorAuthenticationRequired") onSecondFactor(result.error)
  }
  const sendAgain = () => {
    setAgain(true)
    signIn.reset()
    onSendAgain()
  }
  // The link was opened in another tab.
  if (user && signIn.status === "idle") return <AlreadySignedIn user={user} />
  return (
    <AuthCard icon="mail" role="status" title={t.signIn.codeTitle} description={t.signIn.codeSent}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void submit(form))}>
        <EmailChip email={email} onChange={onBack} />
        <CodeField
          label={t.signIn.code}
          name="code"
          autoCapitalize="characters"
          autoFocus
          error={
            describeFieldError(t, signIn.error, "VerificationCodeMaxAttemptsReached") ??
            (isOldLink(signIn.error) ? t.signIn.codeWrong : undefined)
          }
        />
        <FormError
          error={isOldLink(signIn.error) ? undefined : signIn.error}
          except={["MultiFactorAuthenticationRequired"]}
        />
        <FormError error={send.error} />
        <Button variant="primary" type="submit" block isPending={signIn.isPending}>
          {t.common.signIn}
        </Button>
        <p className="gf-visually-hidden" role="status">
          {isAgain && send.status === "success" && t.signIn.sentAgain}
        </p>
        <div className="gf-form-aside">
          <button type="button" className="gf-link-button" onClick={sendAgain}>
            {t.signIn.sendAgain}
          </button>
          {onPassword === undefined ? null : (
            <button type="button" className="gf-link-button" onClick={onPassword}>
              {t.signIn.withPassword}
            </button>
          )}
        </div>
      </form>
    </AuthCard>
  )
}
