import { Password } from "gatefold"
import type { OpenedLink } from "gatefold/expo"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Field } from "../components/Field"
import { Press } from "../components/Press"
import { Problem } from "../components/Problem"
import { Screen } from "../components/Screen"

interface NewPasswordProps {
  readonly code: Extract<OpenedLink, { page: "passwordReset" }>["code"]
  readonly onDone: () => void
}

/** Asks for a password in place of a forgotten one. */
export const NewPassword = ({ code, onDone }: NewPasswordProps) => {
  const [password, setPassword] = useState("")
  const reset = useAction(Password.reset)
  const save = async () => {
    if ((await reset.run({ code, password })).ok) onDone()
  }
  return (
    <Screen title="Choose a new password">
      <Field label="New password" autoComplete="new-password" secureTextEntry value={password} onChange={setPassword} />
      <Problem error={reset.error} />
      <Press title="Set password" isPending={reset.isPending} onPress={() => void save()} />
    </Screen>
  )
}
