"use client"
import { Password } from "gatefold"
import { AuthHandler, useAction } from "gatefold/react"
import { usePathname } from "next/navigation"
import { useActionState } from "react"
import { signUp } from "../../account/actions"

const Fields = () => (
  <>
    <label>
      E-mail <input name="email" type="email" autoComplete="username" />
    </label>
    <label>
      Password <input name="password" type="password" autoComplete="current-password" />
    </label>
  </>
)

/** In the browser. */
const SignIn = () => {
  const signIn = useAction(Password.signIn)
  return (
    <form
      action={async (form) => {
        await signIn.run({ email: String(form.get("email")), password: String(form.get("password")) })
      }}
    >
      <Fields />
      <button disabled={signIn.isPending}>Sign in</button>
      {signIn.error !== undefined && <p role="alert">{signIn.error.message}</p>}
    </form>
  )
}

/** On the server, by a server action. */
const SignUp = () => {
  const [problem, submit] = useActionState(signUp, null)
  return (
    <form action={submit}>
      <Fields />
      <button>Sign up</button>
      {problem !== null && <p role="alert">{problem}</p>}
    </form>
  )
}

const Said = ({ status, error }: { readonly status: string; readonly error?: { readonly message: string } }) => (
  <p>{error?.message ?? status}</p>
)

export default function Handler() {
  return (
    <AuthHandler
      key={usePathname()}
      screens={{
        signIn: () => <SignIn />,
        signUp: () => <SignUp />,
        signOut: (state) => <Said {...state} />,
        oauthCallback: (state) => <Said {...state} />,
        magicLinkCallback: (state) => <Said {...state} />,
        emailVerification: (state) => <Said {...state} />
      }}
      fallback={<p>There is no such page.</p>}
    />
  )
}
