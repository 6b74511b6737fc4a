"use client"
import { useActionState } from "react"
import { signUp } from "../account/actions"

/** A form of the app's own, which signs up on the server, by a server action. */
export default function SignUp() {
  const [problem, submit] = useActionState(signUp, null)
  return (
    <form action={submit}>
      <label>
        Email <input name="email" type="email" autoComplete="username" />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="new-password" />
      </label>
      <button>Sign up</button>
      {problem !== null && <p role="alert">{problem}</p>}
    </form>
  )
}
