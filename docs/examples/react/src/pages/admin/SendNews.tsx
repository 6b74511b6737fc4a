import { useAction } from "gatefold/react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { CheckField } from "../../components/CheckField.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { text } from "../../lib/form.ts"
import { submit } from "../../lib/submit.ts"
import * as Admin from "./Admin.ts"

/** A mail to all users. */
export const SendNews = () => {
  const send = useAction(Admin.sendNews)
  const tell = useToast()
  const run = async (form: FormData) => {
    const subject = text(form, "subject").trim()
    const result = await send.run({ subject, text: text(form, "text").trim(), isLater: form.has("isLater") })
    if (result.ok) tell(`${result.value} mails are on their way`)
    return result.ok
  }
  return (
    <Card title="Mail all users" description="Those who have turned off marketing mails get none.">
      <form className="stack" onSubmit={submit(run)}>
        <FormError error={send.error} />
        <Field label="Subject" name="subject" required maxLength={200} />
        <Field label="What to say" name="text" required maxLength={2000} />
        <CheckField label="In an hour; the clock of the developer panel can be moved" name="isLater" />
        <div>
          <Button type="submit" variant="primary" isPending={send.isPending}>
            Send
          </Button>
        </div>
      </form>
    </Card>
  )
}
