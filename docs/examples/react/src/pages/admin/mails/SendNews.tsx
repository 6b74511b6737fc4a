import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { useToast } from "#screens/components/Toaster"
import { onSubmitThenReset, text } from "#screens/lib/form"
import * as Admin from "../Admin.ts"

/** An email to all users. */
export const SendNews = () => {
  const send = useAction(Admin.sendNews)
  const tell = useToast()
  const run = async (form: FormData) => {
    const subject = text(form, "subject").trim()
    const result = await send.run({ subject, text: text(form, "text").trim(), isLater: form.has("isLater") })
    if (result.ok) tell(`${result.value} emails are on their way`)
    return result.ok
  }
  return (
    <Card title="Email all users" description="Users who turned off marketing emails do not get it.">
      <form className="gf-stack" onSubmit={onSubmitThenReset(run)}>
        <FormError error={send.error} />
        <Field label="Subject" name="subject" required maxLength={200} />
        <Field label="Message" name="text" required maxLength={2000} />
        <CheckField label="Send in an hour. You can move the clock in the developer panel." name="isLater" />
        <div>
          <Button type="submit" variant="primary" isPending={send.isPending}>
            Send
          </Button>
        </div>
      </form>
    </Card>
  )
}
