import { ApiKeys, reveal } from "gatefold"
import { useAction } from "gatefold/react"
import { useRef } from "react"
import { Button } from "../../components/Button.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { SecretOnce } from "../../components/SecretOnce.tsx"
import { onSubmit, text } from "../../lib/form.ts"
import { ExpiryField, expiryOf } from "../../components/ExpiryField.tsx"

export const NewApiKeyForm = () => {
  const create = useAction(ApiKeys.create)
  const element = useRef<HTMLFormElement>(null)
  const save = async (form: FormData) => {
    const result = await create.run({
      description: text(form, "description").trim(),
      expiresAt: expiryOf(text(form, "expiry"))
    })
    if (result.ok) element.current?.reset()
  }
  return (
    <>
      <form ref={element} className="gf-inline-form" onSubmit={onSubmit((form) => void save(form))}>
        <Field label="Description" name="description" placeholder="Nightly backup" autoComplete="off" required />
        <ExpiryField name="expiry" />
        <Button variant="primary" type="submit" isPending={create.isPending}>
          Create key
        </Button>
      </form>
      <FormError error={create.error} />
      {create.data !== undefined && <SecretOnce what="API key" secret={reveal(create.data.value)} />}
    </>
  )
}
