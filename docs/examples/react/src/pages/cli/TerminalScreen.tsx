import { useResource } from "gatefold/react"
import { FormError } from "#screens/components/FormError"
import type { TerminalLogin } from "../../../../backend/DeveloperContract.ts"
import * as Developer from "../../panel/Developer.ts"
import { usePolling } from "../../panel/usePolling.ts"

const pollMillis = 1_000

/** The program's output. */
export const TerminalScreen = ({ login }: { readonly login: TerminalLogin | undefined }) => (
  <div className="terminal" role="log" aria-label="Terminal">
    {login === undefined ? (
      <>
        <p>Nothing has run yet.</p>
        <p>Run the program: it prints a link here and waits until you confirm it in your browser.</p>
        <p>
          <Prompt /> <span className="terminal-cursor" />
        </p>
      </>
    ) : (
      <>
        {login.noted !== null && (
          <p>
            <Prompt /> notes add “{login.noted}”
          </p>
        )}
        <p>
          <Prompt /> notes login
        </p>
        <p>To log in, open</p>
        <p>
          <a href={login.url} target="_blank" rel="noreferrer">
            {login.url}
          </a>
        </p>
        <Outcome login={login} />
      </>
    )}
  </div>
)

const Prompt = () => <span className="terminal-prompt">$</span>

const Outcome = ({ login }: { readonly login: TerminalLogin }) => {
  const read = useResource(Developer.terminalLogin, login.id, { as: "result" })
  const { detail, notes, state } = read.value ?? login
  usePolling(read.refetch, state === "waiting" ? pollMillis : undefined)
  if (read.status === "failure") return <FormError error={read.error} />
  switch (state) {
    case "waiting":
      return (
        <p>
          Waiting for you … <span className="terminal-cursor" />
        </p>
      )
    case "confirmed":
      return (
        <>
          <p className="terminal-good">✓ Signed in as {detail}</p>
          {login.noted !== null && (
            <p>{notes.length === 0 ? "No notes: the guest was left behind" : `Your notes: ${notes.join(", ")}`}</p>
          )}
        </>
      )
    case "expired":
      return <p className="terminal-bad">✗ Nobody confirmed in time</p>
    case "failed":
      return <p className="terminal-bad">✗ {detail ?? "The login failed"}</p>
  }
}
