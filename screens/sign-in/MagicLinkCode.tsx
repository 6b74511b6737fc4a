import { MagicLink } from "gatefold"
import { type Action, useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { Notice } from "../components/Notice.tsx"
import { errorFor } from "../lib/describeError.ts"
import { onSubmit, text } from "../lib/form.ts"
import { SecondFactor } from "../mfa/SecondFactor.tsx"
import { useText } from "../text/Text.tsx"

export interface MagicLinkCodeProps {
  readonly email: string
  /** Belongs to the code in the mail. */
  readonly nonce: NonNullable<Action<typeof MagicLink.send>["data"]>["nonce"]
  readonly sendAgain: () => void
  readonly onBack: () => void
}

/** Waits for the code of the mail, for those who read it on another device. */
export const MagicLinkCode = ({ email, nonce, onBack, sendAgain }: MagicLinkCodeProps) => {
  const t = useText()
  const signIn = useAction(MagicLink.signIn)
  const wrongCode = errorFor(t, signIn.error, "VerificationCodeNotFound")
  return (
    <>
      <form
        className="gf-stack"
        onSubmit={onSubmit((form) => void signIn.run({ typedCode: text(form, "code").toUpperCase(), nonce }))}
      >
        <Notice tone="success" role="status" title="Check your mail">
          <p className="gf-break">We sent a link and a code to {email}. Open the link, or type the code here.</p>
        </Notice>
        <Field
          label="Code from the mail"
          name="code"
          className="gf-input-code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={8}
          required
          autoFocus
          error={wrongCode}
        />
        <FormError error={signIn.error} except={["VerificationCodeNotFound", "MultiFactorAuthenticationRequired"]} />
        <Button variant="primary" type="submit" block isPending={signIn.isPending}>
          Sign in
        </Button>
        <div className="gf-row-between">
          <Button variant="ghost" size="small" onClick={onBack}>
            Use another address
          </Button>
          <Button variant="ghost" size="small" onClick={sendAgain}>
            Send a new code
          </Button>
        </div>
      </form>
      <SecondFactor error={signIn.error} onCancel={signIn.reset} />
    </>
  )
}
