import type { ApiKeys } from "gatefold"
import { Button } from "../components/Button.tsx"
import { Field } from "../components/Field.tsx"
import { onSubmitThenReset, text } from "../lib/form.ts"
import { ExpiryField, expiryOf } from "../components/ExpiryField.tsx"

export interface ApiKeyFormProps {
  readonly isPending: boolean
  /** Answers whether the key was created. */
  readonly onCreate: (key: ApiKeys.NewApiKey) => Promise<boolean>
}

/** Asks what a new API key is for, and how long it is to work. */
export const ApiKeyForm = ({ isPending, onCreate }: ApiKeyFormProps) => (
  <form
    className="gf-inline-form"
    onSubmit={onSubmitThenReset((form) =>
      onCreate({ description: text(form, "description").trim(), expiresAt: expiryOf(text(form, "expiry")) })
    )}
  >
    <Field label="What is the key for?" name="description" autoComplete="off" maxLength={100} required />
    <ExpiryField name="expiry" />
    <Button type="submit" isPending={isPending}>
      Create key
    </Button>
  </form>
)
