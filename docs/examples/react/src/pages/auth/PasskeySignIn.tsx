import { Passkey } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Icon } from "../../components/Icon.tsx"
import { SignInError } from "./SignInError.tsx"

export const PasskeySignIn = () => {
  const signIn = useAction(Passkey.signIn)
  return (
    <>
      <Button block isPending={signIn.isPending} onClick={() => void signIn.run()}>
        <Icon name="passkey" />
        Sign in with a passkey
      </Button>
      <SignInError action={signIn} />
    </>
  )
}
