import type { ApiKeys } from "gatefold"
import { submit } from "../lib/submit.ts"
import { text } from "../lib/form.ts"
import { Button } from "./Button.tsx"
import { Field } from "./Field.tsx"
import { SelectField } from "./SelectField.tsx"

export interface ApiKeyFormProps {
  readonly isPending: boolean
  /** Answers whether the key was created. */
  readonly onCreate: (key: ApiKeys.NewApiKey) => Promise<boolean>
}

const dayMillis = 86_400_000

/** Asks what a new API key is for, and how long it is to work. */
export const ApiKeyForm = ({ isPending, onCreate }: ApiKeyFormProps) => {
  const create = (form: FormData) => {
    const days = Number(text(form, "days"))
    return onCreate({
      description: text(form, "description").trim(),
      expiresAt: days === 0 ? null : new Date(Date.now() + days * dayMillis)
    })
  }
  return (
    <form className="inline-form" onSubmit={submit(create)}>
      <Field label="What is the key for?" name="description" autoComplete="off" maxLength={100} required />
      <SelectField label="Works for" name="days" defaultValue="30">
        <option value="1">1 day</option>
        <option value="30">30 days</option>
        <option value="365">1 year</option>
        <option value="0">Ever</option>
      </SelectField>
      <Button type="submit" isPending={isPending}>
        Create key
      </Button>
    </form>
  )
}
