import { Password } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Button, StyleSheet, Text, TextInput, View } from "react-native"

/** A form to sign in and to sign up. */
export const SignIn = () => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const signIn = useAction(Password.signIn)
  const signUp = useAction(Password.signUp)
  const isPending = signIn.isPending || signUp.isPending
  const error = signIn.error ?? signUp.error
  const enter = (chosen: typeof signIn | typeof signUp) => {
    for (const action of [signIn, signUp]) action.reset()
    void chosen.run({ email, password })
  }
  return (
    <View style={styles.form}>
      <TextInput
        accessibilityLabel="Email"
        autoCapitalize="none"
        autoComplete="email"
        keyboardType="email-address"
        onChangeText={setEmail}
        placeholder="Email"
        style={styles.field}
        value={email}
      />
      <TextInput
        accessibilityLabel="Password"
        autoComplete="current-password"
        onChangeText={setPassword}
        placeholder="Password"
        secureTextEntry
        style={styles.field}
        value={password}
      />
      {error !== undefined && <Text role="alert">{error.message}</Text>}
      <Button title="Sign in" color="#1d4ed8" disabled={isPending} onPress={() => enter(signIn)} />
      <Button title="Create an account" color="#374151" disabled={isPending} onPress={() => enter(signUp)} />
    </View>
  )
}

const styles = StyleSheet.create({
  form: { gap: 12, marginHorizontal: "auto", maxWidth: 400, padding: 24, width: "100%" },
  field: { borderColor: "#6b7280", borderRadius: 6, borderWidth: 1, color: "#111827", padding: 12 }
})
