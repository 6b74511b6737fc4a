import { OutboxMails } from "./OutboxMails.tsx"
import { SendNews } from "./SendNews.tsx"
import { SentMails } from "./SentMails.tsx"

/** Emails to users: those on their way, and all that were sent. */
export const MailsPage = () => (
  <>
    <SendNews />
    <OutboxMails />
    <SentMails />
  </>
)
