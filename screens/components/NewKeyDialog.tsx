import { type ApiKeys, reveal } from "gatefold"
import type { AppFailure } from "../lib/AppFailure.ts"
import { onSubmit, readText } from "../lib/form.ts"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { ExpiryField, makeExpiry } from "./ExpiryField.tsx"
import { Field } from "./Field.tsx"
import { FormError } from "./FormError.tsx"
import { SecretOnce } from "./SecretOnce.tsx"

export interface NewKeyDialogProps {
  /** The key, once it is there. */
  readonly created: { readonly value: Parameters<typeof reveal>[0] } | undefined
  readonly isPending: boolean
  readonly error: AppFailure | undefined
  readonly onCreate: (key: ApiKeys.NewApiKey) => void
  readonly onClose: () => void
}

/** Asks what a new API key is for and how long it works, and then shows it this once. */
export const NewKeyDialog = ({ created, error, isPending, onClose, onCreate }: NewKeyDialogProps) => {
  const t = useText()
  const create = (form: FormData) =>
    onCreate({ description: readText(form, "description").trim(), expiresAt: makeExpiry(readText(form, "expiry")) })
  return (
    <Dialog
      title={created === undefined ? t.apiKeys.createTitle : t.apiKeys.createdDialog}
      isKept={created !== undefined}
      onClose={onClose}
    >
      {created === undefined ? (
        <form className="gf-stack" onSubmit={onSubmit(create)}>
          <Field
            label={t.apiKeys.name}
            name="description"
            hint={t.apiKeys.nameHint}
            autoComplete="off"
            maxLength={100}
            autoFocus
            required
          />
          <ExpiryField name="expiry" />
          <FormError error={error} />
          <div className="gf-dialog-actions">
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button variant="primary" type="submit" isPending={isPending}>
              {t.apiKeys.submit}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <SecretOnce what={t.apiKeys.key} secret={reveal(created.value)} />
          <div className="gf-dialog-actions">
            <Button variant="primary" autoFocus onClick={onClose}>
              {t.parts.done}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
