import { ContactChannels, CurrentUser, Sessions } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Text } from "react-native"
import { Field } from "../components/Field"
import { Press } from "../components/Press"
import { Problem } from "../components/Problem"
import { Screen } from "../components/Screen"
import { useColors } from "../components/theme"

interface AccountProps {
  readonly user: CurrentUser.CurrentUser
}

export const Account = ({ user }: AccountProps) => {
  const { quiet } = useColors()
  const [name, setName] = useState(user.displayName ?? "")
  const rename = useAction(CurrentUser.setDisplayName)
  const verify = useAction(ContactChannels.sendPrimaryVerification)
  const signOut = useAction(Sessions.signOut)
  return (
    <Screen title={`Hello ${user.displayName ?? user.primaryEmail}`}>
      <Text style={{ color: quiet, fontSize: 16 }}>
        {user.primaryEmail}, {user.primaryEmailVerified ? "verified" : "not verified yet"}
      </Text>
      {!user.primaryEmailVerified && (
        <Press
          title={verify.status === "success" ? "Email sent" : "Send the verification email again"}
          isPlain
          isPending={verify.isPending}
          onPress={() => void verify.run()}
        />
      )}
      <Field label="Name" autoComplete="name" value={name} onChange={setName} />
      <Press title="Save name" isPending={rename.isPending} onPress={() => void rename.run(name)} />
      <Problem error={rename.error ?? verify.error ?? signOut.error} />
      <Press title="Sign out" isPlain isPending={signOut.isPending} onPress={() => void signOut.run()} />
    </Screen>
  )
}
