import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Providers } from "../auth/Providers"
import { Field } from "../components/Field"
import { Press } from "../components/Press"
import { Problem } from "../components/Problem"
import { Screen } from "../components/Screen"

interface SignInProps {
  readonly onSignUp: () => void
}

export const SignIn = ({ onSignUp }: SignInProps) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const { error, isPending, run } = useAction(Password.signIn)
  return (
    <Screen title="Sign in">
      <Field label="Email" autoComplete="email" keyboardType="email-address" value={email} onChange={setEmail} />
      <Field label="Password" autoComplete="current-password" secureTextEntry value={password} onChange={setPassword} />
      <Problem error={error} />
      <Press title="Sign in" isPending={isPending} onPress={() => void run({ email, password })} />
      <Providers />
      <Press title="Create an account" isPlain onPress={onSignUp} />
    </Screen>
  )
}
