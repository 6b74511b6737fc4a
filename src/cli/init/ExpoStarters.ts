/** The first files of an app with Expo. The screens of `gatefold add` are for the web, so its form is its own. */
import { type App, optionsOf, type Starter } from "./StarterApp.ts"

/** A phone and the web keep their sessions in different places: Metro takes `Auth.web.tsx` for the web. */
export const expo = (app: App): Starter => {
  const folder = `${app.has("src") ? "src/" : ""}auth`
  return {
    kind: "Expo",
    files: [
      {
        file: `${folder}/options.ts`,
        text: `/** Your project, for phones and the web. None of these options is secret. */
export const options = {
${optionsOf(app)}
}
`
      },
      {
        file: `${folder}/Auth.tsx`,
        text: `import * as Crypto from "expo-crypto"
import * as Linking from "expo-linking"
import * as SecureStore from "expo-secure-store"
import * as WebBrowser from "expo-web-browser"
import { AuthProvider, createExpoApp } from "gatefold/expo"
import type { ReactNode } from "react"
import { ActivityIndicator, AppState } from "react-native"
import { options } from "./options"

const auth = createExpoApp({
  ...options,
  appUrl: process.env.EXPO_PUBLIC_APP_URL ?? "http://localhost:8081",
  secureStore: SecureStore,
  webBrowser: WebBrowser,
  crypto: Crypto,
  linking: Linking,
  appState: AppState
})

/** Provides the session to the whole app, on a phone. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider app={auth} fallback={<ActivityIndicator />}>
    {children}
  </AuthProvider>
)
`
      },
      {
        file: `${folder}/Auth.web.tsx`,
        text: `import { AuthProvider } from "gatefold/react"
import type { ReactNode } from "react"
import { ActivityIndicator } from "react-native"
import { options } from "./options"

/** The same in a browser, with the session in cookies. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options} fallback={<ActivityIndicator />}>
    {children}
  </AuthProvider>
)
`
      },
      {
        file: `${folder}/SignIn.tsx`,
        text: `import { Password } from "gatefold"
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
`
      }
    ],
    hasHandler: false,
    byHand: [
      `Install the modules of Expo: npx expo install ${modules.join(" ")}`,
      `In the root of your app, import { Auth } from "./${folder}/Auth", and put it around your screens.`,
      "Below it: const user = useUser() of gatefold/react. Show <SignIn /> while it is null."
    ]
  }
}

/** The modules of Expo that the adapter uses. */
const modules = ["expo-secure-store", "expo-web-browser", "expo-crypto", "expo-linking"]
