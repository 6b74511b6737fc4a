import { useEffect, useState } from "react"
import { Button } from "#screens/components/Button"
import { PasswordField } from "#screens/components/PasswordField"
import { onSubmit, text } from "#screens/lib/form"
import { keepToken, tokenIn } from "../lib/token.ts"

/** Asks for the token, without which there is nothing to see. */
export const TokenForm = () => {
  const [error, setError] = useState<string>()
  useEffect(() => {
    document.title = "Gatefold console"
  }, [])
  const enter = (form: FormData) => {
    const token = tokenIn(text(form, "token"))
    if (token === undefined) setError("This is no token: take all of what stands behind “token”.")
    else keepToken(token)
  }
  return (
    <main className="gf-auth-page">
      <section className="gf-auth-card" aria-labelledby="title">
        <div className="gf-auth-header">
          <img className="token-logo" src="/favicon.svg" alt="" width="36" height="36" />
          <h1 id="title">Gatefold console</h1>
          <p>It opens with the token of the emulator’s start.</p>
        </div>
        <p className="gf-small gf-muted">
          The terminal of <code>npx gatefold start</code> shows an address after “console”: open that one, or paste it
          or its token here. Every start has another token; this tab forgets it when it is closed.
        </p>
        <form className="gf-stack" onSubmit={onSubmit(enter)}>
          <PasswordField label="Token" name="token" autoComplete="off" autoFocus error={error} />
          <Button variant="primary" type="submit" block>
            Open the console
          </Button>
        </form>
      </section>
    </main>
  )
}
