import { MagicLink } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { FormError } from "../components/FormError.tsx"
import { onSubmit, text } from "../lib/form.ts"
import { MagicLinkCode } from "./MagicLinkCode.tsx"

/** Signs in, and up, by a mail: with its link, or with the code in it. */
export const MagicLinkSignIn = () => {
  const send = useAction(MagicLink.send)
  const [email, setEmail] = useState("")
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
    <form className="gf-stack" onSubmit={onSubmit((form) => void send.run({ email: text(form, "email").trim() }))}>
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormError error={send.error} />
      <Button variant="primary" type="submit" block isPending={send.isPending}>
        E-mail me a link
      </Button>
    </form>
  )
}
