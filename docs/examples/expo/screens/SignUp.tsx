import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Field } from "../components/Field"
import { Press } from "../components/Press"
import { Problem } from "../components/Problem"
import { Screen } from "../components/Screen"

interface SignUpProps {
  readonly onSignIn: () => void
}

export const SignUp = ({ onSignIn }: SignUpProps) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const { error, isPending, run } = useAction(Password.signUp)
  return (
    <Screen title="Create your account">
      <Field label="Email" autoComplete="email" keyboardType="email-address" value={email} onChange={setEmail} />
      <Field label="Password" autoComplete="new-password" secureTextEntry value={password} onChange={setPassword} />
      <Problem error={error} />
      <Press title="Create account" isPending={isPending} onPress={() => void run({ email, password })} />
      <Press title="I have an account" isPlain onPress={onSignIn} />
    </Screen>
  )
}
