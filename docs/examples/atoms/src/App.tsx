import { useAtomSet, useAtomValue } from "@effect/atom-react"
import { Sessions } from "gatefold"
import { Answer } from "./Answer.tsx"
import { auth } from "./auth.ts"
import { Crews } from "./Crews.tsx"
import { SignIn } from "./SignIn.tsx"

const signOutAtom = auth.mutation(Sessions.signOut)

export const App = () => {
  const user = useAtomValue(auth.user)
  const signOut = useAtomSet(signOutAtom)
  return (
    <Answer of={user}>
      {(found) =>
        found === null ? (
          <SignIn />
        ) : (
          <>
            <h1>Hello {found.displayName ?? found.primaryEmail}</h1>
            <button onClick={() => signOut()}>Sign out</button>
            <Crews />
          </>
        )
      }
    </Answer>
  )
}
