import { MfaPrompt } from "gatefold"
import type { Layer } from "effect"
import { createContext, type ReactNode, use, useState } from "react"
import { text } from "../lib/text.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { Field } from "./Field.tsx"

const CurrentPrompt = createContext<Layer.Layer<never>>(MfaPrompt.layerNone)

/** How a sign-in asks for the second factor: by the dialog of the {@link MfaPromptProvider} above. */
export const useMfaPrompt = (): Layer.Layer<never> => use(CurrentPrompt)

type Answer = (totp: string | undefined) => void

/** Shows a dialog whenever a sign-in needs the six digits, whichever page it began on. */
export const MfaPromptProvider = ({ children }: { readonly children: ReactNode }) => {
  const [answer, setAnswer] = useState<Answer>()
  const [prompt] = useState(() =>
    MfaPrompt.layerCustom(
      () =>
        new Promise<string | undefined>((resolve) =>
          setAnswer(() => (totp: string | undefined) => {
            setAnswer(undefined)
            resolve(totp)
          })
        )
    )
  )
  return (
    <CurrentPrompt value={prompt}>
      {children}
      {answer !== undefined && <MfaDialog answer={answer} />}
    </CurrentPrompt>
  )
}

const MfaDialog = ({ answer }: { readonly answer: Answer }) => (
  <Dialog title="Two-factor authentication" onClose={() => answer(undefined)}>
    <p>Enter the six digits that your authenticator app shows now.</p>
    <form className="stack" action={(form) => answer(text(form, "totp"))}>
      <Field
        label="Six-digit code"
        name="totp"
        className="input-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*[0-9]{6}\s*"
        title="Six digits"
        maxLength={8}
        autoFocus
        required
      />
      <div className="dialog-actions">
        <Button onClick={() => answer(undefined)}>Cancel</Button>
        <Button variant="primary" type="submit">
          Continue
        </Button>
      </div>
    </form>
  </Dialog>
)
