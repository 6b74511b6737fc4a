import { MagicLink } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { Notice } from "../components/Notice.tsx"
import { onSubmit, text } from "../lib/form.ts"
import { MagicLinkCode } from "./MagicLinkCode.tsx"

export interface MagicLinkSignInProps {
  readonly email: string
  readonly onEmailChange: (email: string) => void
  /** Shows the form for passwords, with the same address; not given where the project has no passwords. */
  readonly onPassword: (() => void) | undefined
}

/** Signs in, and up, by a mail: with its link, or with the code in it. */
export const MagicLinkSignIn = ({ email, onEmailChange, onPassword }: MagicLinkSignInProps) => {
  const send = useAction(MagicLink.send)
  const sendTo = (address: string) => {
    onEmailChange(address)
    void send.run({ email: address })
  }
  if (send.data !== undefined) {
    return (
      <MagicLinkCode
        email={email}
        nonce={send.data.nonce}
        sendAgain={() => void send.run({ email })}
        onBack={send.reset}
      />
    )
  }
  return (
    <form className="gf-stack" onSubmit={onSubmit((form) => sendTo(text(form, "email").trim()))}>
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        defaultValue={email}
        onChange={(event) => onEmailChange(event.target.value)}
      />
      <FormError error={send.error} except={["UserWithEmailAlreadyExists"]} />
      {send.error?._tag === "UserWithEmailAlreadyExists" && (
        <Notice tone="warning" role="alert" title="This account cannot use sign-in links yet">
          <p>
            Sign in {onPassword === undefined ? "the way you signed up" : "with your password"}. Links work once you
            have verified {send.error.details.email} in your account settings.
          </p>
          {onPassword !== undefined && (
            <div>
              <Button size="small" onClick={onPassword}>
                Sign in with a password
              </Button>
            </div>
          )}
        </Notice>
      )}
      <Button variant="primary" type="submit" block isPending={send.isPending}>
        E-mail me a link
      </Button>
    </form>
  )
}
