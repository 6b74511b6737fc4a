import { Passkey } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { FormError } from "../components/FormError.tsx"
import { Icon } from "../components/Icon.tsx"
import { SecondFactor } from "../mfa/SecondFactor.tsx"

export const PasskeySignIn = () => {
  const signIn = useAction(Passkey.signIn)
  return (
    <>
      <Button block isPending={signIn.isPending} onClick={() => void signIn.run()}>
        <Icon name="key" />
        Sign in with a passkey
      </Button>
      <FormError error={signIn.error} except={["MultiFactorAuthenticationRequired"]} />
      <SecondFactor error={signIn.error} onCancel={signIn.reset} />
    </>
  )
}
