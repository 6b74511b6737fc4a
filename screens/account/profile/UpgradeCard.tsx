import { ContactChannels, type CurrentUser, Password } from "gatefold"
import { operation, useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PasswordField } from "../../components/PasswordField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { describeFieldError } from "../../lib/describeError.ts"
import { onSubmit, readText } from "../../lib/form.ts"
import { useText } from "../../text/Text.tsx"

/** Gives a guest's account an address and a password, so that the user can come back to it. */
const upgrade = operation("Guest.upgrade", { changes: ["users", "contactChannels"] })(function* (input: {
  readonly email: string
  /** None, if an earlier try has set it. */
  readonly password: string | undefined
}) {
  if (input.password !== undefined) yield* Password.set({ password: input.password })
  const channel = yield* ContactChannels.create({ value: input.email, usedForAuth: true, isPrimary: true })
  yield* ContactChannels.sendVerification({ id: channel.id })
})

const emailErrors = ["UserWithEmailAlreadyExists", "ContactChannelAlreadyUsedForAuthBySomeoneElse"] as const
const passwordErrors = ["PasswordTooShort", "PasswordTooLong"] as const

export const UpgradeCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const action = useAction(upgrade)
  const tell = useToast()
  const save = async (form: FormData) => {
    const password = user.hasPassword ? undefined : readText(form, "password")
    const email = readText(form, "email").trim()
    const result = await action.run({ email, password })
    if (result.ok) tell(t.profile.kept({ email }))
  }
  return (
    <Card tone="accent" title={t.profile.keepTitle} description={t.profile.keepHint}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void save(form))}>
        <Field
          label={t.common.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={describeFieldError(t, action.error, ...emailErrors)}
        />
        {!user.hasPassword && (
          <PasswordField
            label={t.common.password}
            name="password"
            autoComplete="new-password"
            error={describeFieldError(t, action.error, ...passwordErrors)}
          />
        )}
        <FormError error={action.error} except={[...emailErrors, ...passwordErrors]} />
        <div>
          <Button variant="primary" type="submit" isPending={action.isPending}>
            {t.profile.keepTitle}
          </Button>
        </div>
      </form>
    </Card>
  )
}
