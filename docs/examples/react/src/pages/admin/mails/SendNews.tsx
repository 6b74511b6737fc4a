import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { CheckField } from "#screens/components/CheckField"
import { Dialog } from "#screens/components/Dialog"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { useToast } from "#screens/components/Toaster"
import { onSubmit, readText } from "#screens/lib/form"
import * as Admin from "../Admin.ts"

/** An email to all users. */
export const SendNews = ({ onClose }: { readonly onClose: () => void }) => {
  const send = useAction(Admin.sendNews)
  const tell = useToast()
  const run = async (form: FormData) => {
    const subject = readText(form, "subject").trim()
    const result = await send.run({ subject, text: readText(form, "text").trim(), isLater: form.has("isLater") })
    if (!result.ok) return
    tell(`${result.value} emails are on their way`)
    onClose()
  }
  return (
    <Dialog title="Email all users" onClose={onClose}>
      <form className="gf-stack" onSubmit={onSubmit((form) => void run(form))}>
        <p className="gf-muted">Users who turned off marketing emails do not get it.</p>
        <FormError error={send.error} />
        <Field label="Subject" name="subject" required autoFocus maxLength={200} />
        <Field label="Message" name="text" required maxLength={2000} />
        <CheckField label="Send in an hour. You can move the clock in the developer panel." name="isLater" />
        <div className="gf-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={send.isPending}>
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
