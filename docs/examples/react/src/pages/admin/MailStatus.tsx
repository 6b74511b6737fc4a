import { Badge } from "#screens/components/Badge"
import type { OutboxMail } from "../../../../backend/AdminMailsContract.ts"

const toneOf = ({ isFailed, status }: OutboxMail) =>
  isFailed ? "danger" : status === "sent" ? "success" : status === "skipped" ? "warning" : "neutral"

/** Where an email is on its way, and why. */
export const MailStatus = ({ mail }: { readonly mail: OutboxMail }) => (
  <>
    <Badge tone={toneOf(mail)}>
      <span className="sentence">{mail.status}</span>
    </Badge>{" "}
    {mail.reason !== null && <span className="gf-break">{mail.reason}</span>}
  </>
)
