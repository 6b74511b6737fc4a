import { ContactChannels } from "gatefold"
import { operation, useAction } from "gatefold/react"
import { useRef } from "react"
import { Button } from "../../components/Button.tsx"
import { CheckField } from "../../components/CheckField.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { errorFor } from "../../lib/describeError.ts"
import { onSubmit, text } from "../../lib/form.ts"
import { useText } from "../../text/Text.tsx"

/** Adds an address and mails the link that verifies it. */
const add = operation("Emails.add", { changes: ["contactChannels", "users"] })(function* (
  input: Parameters<typeof ContactChannels.create>[0]
) {
  const { id } = yield* ContactChannels.create(input)
  yield* ContactChannels.sendVerification({ id })
})

const emailErrors = ["UserWithEmailAlreadyExists", "ContactChannelAlreadyUsedForAuthBySomeoneElse"] as const

/** The first address becomes the primary one. */
export const AddEmailForm = ({ isFirst }: { readonly isFirst: boolean }) => {
  const t = useText()
  const action = useAction(add)
  const tell = useToast()
  const element = useRef<HTMLFormElement>(null)
  const save = async (form: FormData) => {
    const value = text(form, "email").trim()
    const result = await action.run({ value, usedForAuth: form.has("usedForAuth"), isPrimary: isFirst })
    if (!result.ok) return
    element.current?.reset()
    tell(`We sent a link to ${value}`)
  }
  return (
    <form ref={element} className="gf-stack" onSubmit={onSubmit((form) => void save(form))}>
      <Field
        label="New e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errorFor(t, action.error, ...emailErrors)}
      />
      <CheckField label="Use it to sign in as well" name="usedForAuth" />
      <FormError error={action.error} except={emailErrors} />
      <div>
        <Button type="submit" isPending={action.isPending}>
          Add address
        </Button>
      </div>
    </form>
  )
}
