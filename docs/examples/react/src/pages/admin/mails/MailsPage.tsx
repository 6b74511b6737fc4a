import { OutboxMails } from "./OutboxMails.tsx"
import { SentMails } from "./SentMails.tsx"

/** Emails to users: those on their way, and all that were sent. */
export const MailsPage = () => (
  <>
    <OutboxMails />
    <SentMails />
  </>
)
