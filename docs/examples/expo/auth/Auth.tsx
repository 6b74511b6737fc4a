/** Provides the session to the whole app, on a phone, and opens the links of emails. */
import * as Linking from "expo-linking"
import { AuthProvider, type OpenedLink, useDeepLink } from "gatefold/expo"
import { type ReactNode, useState } from "react"
import { ActivityIndicator } from "react-native"
import { Problem } from "../components/Problem"
import { NewPassword } from "../screens/NewPassword"
import { app } from "./app"

interface AuthProps {
  readonly children: ReactNode
}

export const Auth = ({ children }: AuthProps) => (
  <AuthProvider app={app} fallback={<ActivityIndicator />}>
    <Links>{children}</Links>
  </AuthProvider>
)

/** A magic link signs in, and a link to verify an address does so. One for a password asks for the new one. */
const Links = ({ children }: AuthProps) => {
  const [opened, setOpened] = useState<OpenedLink>()
  const { error } = useDeepLink(Linking.useLinkingURL(), setOpened)
  if (opened?.page === "passwordReset") return <NewPassword code={opened.code} onDone={() => setOpened(undefined)} />
  return (
    <>
      <Problem error={error} />
      {children}
    </>
  )
}
