import { Field } from "#screens/components/Field"
import { readText } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { call } from "../../lib/control.ts"
import { splitList } from "../../lib/forms.ts"

/** Adds an endpoint of an app. */
export const AddEndpoint = () => (
  <DialogButton
    button="Add endpoint"
    title="Add endpoint"
    submit="Add endpoint"
    done="Endpoint added. It gets every event from now on."
    act={(form) => {
      const events = splitList(readText(form, "events"))
      const secret = readText(form, "secret").trim()
      const endpoint = {
        url: readText(form, "url").trim(),
        ...(events.length > 0 && { events }),
        ...(secret !== "" && { secret })
      }
      return call("seed", { method: "POST", body: { webhooks: [endpoint] } })
    }}
  >
    <Field
      label="URL"
      name="url"
      required
      autoFocus
      placeholder="http://localhost:3000/api/webhooks"
      autoComplete="off"
    />
    <Field
      label="Events"
      name="events"
      placeholder="user.created, team.created"
      autoComplete="off"
      hint="Leave empty for all events."
    />
    <Field
      label="Signing secret"
      name="secret"
      placeholder="whsec_…"
      autoComplete="off"
      hint="Leave empty to generate one."
    />
  </DialogButton>
)
