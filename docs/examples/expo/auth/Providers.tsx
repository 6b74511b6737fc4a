/** Sign-in with a provider in the system's browser, and with Apple's own dialog. */
import { signInWithApple, signInWithProvider } from "gatefold/expo"
import { useAction } from "gatefold/react"
import { Platform } from "react-native"
import { Press } from "../components/Press"
import { Problem } from "../components/Problem"

export const Providers = () => {
  const github = useAction(signInWithProvider)
  const apple = useAction(signInWithApple)
  const error = github.error ?? apple.error
  return (
    <>
      <Press
        title="Continue with GitHub"
        isPlain
        isPending={github.isPending}
        onPress={() => void github.run({ provider: "github" })}
      />
      {Platform.OS === "ios" && (
        <Press title="Continue with Apple" isPlain isPending={apple.isPending} onPress={() => void apple.run()} />
      )}
      <Problem error={error?._tag === "SignInCancelled" ? undefined : error} />
    </>
  )
}
