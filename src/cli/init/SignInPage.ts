/** The page that the command gives an app for signing in and up: yours to change. */
export const signInPage = `"use client"
import { MagicLink, OAuth, Passkey, Password } from "gatefold"
import { useAction, useProject } from "gatefold/react"
import type { FormEvent } from "react"

const Problem = ({ error }: { readonly error: Error | undefined }) =>
  error === undefined ? null : <p role="alert">{error.message}</p>

/** What was typed into the fields of a form. */
const fieldsOf = (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  return { email: String(form.get("email")), password: String(form.get("password")) }
}

const ByPassword = ({ isNew }: { readonly isNew: boolean }) => {
  const signIn = useAction(Password.signIn)
  const signUp = useAction(Password.signUp)
  const { error, isPending, run } = isNew ? signUp : signIn
  return (
    <form onSubmit={(event) => void run(fieldsOf(event))}>
      <label>
        E-mail <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password{" "}
        <input name="password" type="password" autoComplete={isNew ? "new-password" : "current-password"} required />
      </label>
      <button disabled={isPending}>{isNew ? "Sign up" : "Sign in"}</button>
      <Problem error={error} />
    </form>
  )
}

const ByMail = () => {
  const send = useAction(MagicLink.send)
  if (send.data !== undefined) return <p role="status">We have sent you a link.</p>
  return (
    <form onSubmit={(event) => void send.run({ email: fieldsOf(event).email })}>
      <label>
        E-mail <input name="email" type="email" autoComplete="username" required />
      </label>
      <button disabled={send.isPending}>Mail me a link</button>
      <Problem error={send.error} />
    </form>
  )
}

const ByPasskey = () => {
  const signIn = useAction(Passkey.signIn)
  return (
    <>
      <button disabled={signIn.isPending} onClick={() => void signIn.run()}>
        Sign in with a passkey
      </button>
      <Problem error={signIn.error} />
    </>
  )
}

const ByProvider = ({ provider }: { readonly provider: string }) => {
  const start = useAction(OAuth.start)
  return (
    <>
      <button disabled={start.isPending} onClick={() => void start.run({ provider })}>
        Continue with {provider}
      </button>
      <Problem error={start.error} />
    </>
  )
}

/** Every way to sign in that the project has on. */
export const SignInPage = ({ isNew = false }: { readonly isNew?: boolean }) => {
  const { config, displayName } = useProject()
  return (
    <main>
      <h1>
        {isNew ? "Sign up for" : "Sign in to"} {displayName}
      </h1>
      {config.credentialEnabled && <ByPassword isNew={isNew} />}
      {config.magicLinkEnabled && <ByMail />}
      {config.passkeyEnabled && !isNew && <ByPasskey />}
      {config.enabledOAuthProviders.map(({ id }) => (
        <ByProvider key={id} provider={id} />
      ))}
      {isNew ? <a href="/handler/sign-in">I have an account</a> : <a href="/handler/sign-up">I am new here</a>}
    </main>
  )
}
`
