import { ContactChannels } from "gatefold"
import { operation, useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { CheckField } from "../../components/CheckField.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { describeFieldError } from "../../lib/describeError.ts"
import { onSubmit, readText } from "../../lib/form.ts"
import { useText } from "../../text/Text.tsx"

/** Adds an address and mails the link that verifies it. */
const add = operation("Emails.add", { changes: ["contactChannels", "users"] })(function* (
  input: Parameters<typeof ContactChannels.create>[0]
) {
  const { id } = yield* ContactChannels.create(input)
  yield* ContactChannels.sendVerification({ id })
})

const emailErrors = ["UserWithEmailAlreadyExists", "ContactChannelAlreadyUsedForAuthBySomeoneElse"] as const

export interface AddEmailFormProps {
  /** The first address becomes the primary one. */
  readonly isFirst: boolean
  readonly onClose: () => void
}

export const AddEmailForm = ({ isFirst, onClose }: AddEmailFormProps) => {
  const t = useText()
  const action = useAction(add)
  const tell = useToast()
  const save = async (form: FormData) => {
    const value = readText(form, "email").trim()
    const result = await action.run({ value, usedForAuth: form.has("usedForAuth"), isPrimary: isFirst })
    if (!result.ok) return
    tell(t.emails.linkSent({ email: value }))
    onClose()
  }
  return (
    <form className="gf-inset" onSubmit={onSubmit((form) => void save(form))}>
      <Field
        label={t.emails.address}
        name="email"
        type="email"
        autoComplete="email"
        hint={t.emails.addHint}
        autoFocus
        required
        error={describeFieldError(t, action.error, ...emailErrors)}
      />
      <CheckField label={t.emails.usedForAuth} name="usedForAuth" defaultChecked />
      <FormError error={action.error} except={emailErrors} />
      <div className="gf-row">
        <Button variant="primary" type="submit" size="small" isPending={action.isPending}>
          {t.emails.add}
        </Button>
        <Button variant="ghost" size="small" onClick={onClose}>
          {t.common.cancel}
        </Button>
      </div>
    </form>
  )
}
