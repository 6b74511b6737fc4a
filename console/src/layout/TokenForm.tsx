import { useEffect, useState } from "react"
import { Button } from "#screens/components/Button"
import { PasswordField } from "#screens/components/PasswordField"
import { onSubmit, readText } from "#screens/lib/form"
import { keepToken, findToken } from "../lib/token.ts"

/** Asks for the token, without which the console shows nothing. */
export const TokenForm = () => {
  const [error, setError] = useState<string>()
  useEffect(() => {
    document.title = "Gatefold console"
  }, [])
  const enter = (form: FormData) => {
    const token = findToken(readText(form, "token"))
    if (token === undefined) setError("Not a valid token. Copy the whole URL that the terminal shows after “console”.")
    else keepToken(token)
  }
  return (
    <main className="token-page">
      <section className="token-card" aria-labelledby="title">
        <img src="/favicon.svg" alt="" width="40" height="40" />
        <div>
          <h1 id="title">Gatefold console</h1>
          <p className="gf-muted">Open the URL from your terminal, or paste it here.</p>
        </div>
        <pre aria-hidden>
          <span>$ npx gatefold start</span>
          {"\n"}console {location.origin}/#token=…
        </pre>
        <form className="gf-stack" onSubmit={onSubmit(enter)}>
          <PasswordField label="URL or token" name="token" autoComplete="off" autoFocus error={error} />
          <Button variant="primary" type="submit" block>
            Open the console
          </Button>
        </form>
        <p className="gf-small gf-muted">Every start has a new token. This tab forgets it when you close it.</p>
      </section>
    </main>
  )
}
