import { useAtom } from "@effect/atom-react"
import { Password } from "gatefold"
import { auth } from "./auth.ts"
import { Problem } from "./Problem.tsx"

const signInAtom = auth.mutation(Password.signIn)
const signUpAtom = auth.mutation(Password.signUp)

/** A form to sign in and to sign up. */
export const SignIn = () => {
  const [signedIn, signIn] = useAtom(signInAtom)
  const [signedUp, signUp] = useAtom(signUpAtom)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        signIn({ email: String(form.get("email")), password: String(form.get("password")) })
      }}
    >
      <h1>Sign in</h1>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <Problem of={signedIn} />
      <Problem of={signedUp} />
      <button disabled={signedIn.waiting || signedUp.waiting}>Sign in</button>
      <button
        type="button"
        disabled={signedIn.waiting || signedUp.waiting}
        onClick={({ currentTarget }) => {
          const form = new FormData(currentTarget.form!)
          signUp({ email: String(form.get("email")), password: String(form.get("password")) })
        }}
      >
        Create an account
      </button>
    </form>
  )
}
