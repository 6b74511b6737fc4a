import { useResource } from "gatefold/react"
import { useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Loaded } from "#screens/components/Loaded"
import { RelativeTime } from "#screens/components/RelativeTime"
import type { OutboxMail, SentMail } from "../../../../../backend/AdminMailsContract.ts"
import type { UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"
import { AdminTable } from "../AdminTable.tsx"
import { MailPreview } from "../MailPreview.tsx"
import { MailStatus } from "../MailStatus.tsx"

/** The emails to a user. */
export const UserMails = ({ details: { user } }: { readonly details: UserDetails }) => {
  const mails = useResource(Admin.listUserMails, { userId: user.id }, { as: "result" })
  const [shown, setShown] = useState<OutboxMail>()
  return (
    <Card
      title="Emails"
      description="Recent emails to this user. The service keeps emails that your server sent, but none that contain a code."
    >
      <Loaded read={mails} rows={3}>
        {({ outbox, sent }) =>
          outbox.length + sent.length === 0 ? (
            <Empty title="No emails yet">Emails to this user appear here.</Empty>
          ) : (
            <AdminTable label="Emails" columns={["Subject", { minor: "When" }, "State", ""]}>
              {rowsOf(outbox, sent).map(({ key, mail }) =>
                "sentAt" in mail ? (
                  <SentRow key={key} mail={mail} />
                ) : (
                  <OutboxRow key={key} mail={mail} onShow={() => setShown(mail)} />
                )
              )}
            </AdminTable>
          )
        }
      </Loaded>
      {shown !== undefined && <MailPreview mail={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

/** Both kinds, newest first. */
const rowsOf = (outbox: ReadonlyArray<OutboxMail>, sent: ReadonlyArray<SentMail>) =>
  [
    ...outbox.map((mail) => ({ key: mail.id, mail, at: mail.scheduledAt })),
    ...sent.map((mail) => ({ key: mail.id, mail, at: mail.sentAt }))
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime())

const OutboxRow = ({ mail, onShow }: { readonly mail: OutboxMail; readonly onShow: () => void }) => (
  <tr>
    <th scope="row">{mail.subject ?? "—"}</th>
    <td data-minor>
      <RelativeTime date={mail.scheduledAt} />
    </td>
    <td>
      <MailStatus mail={mail} />
    </td>
    <td className="gf-cell-actions">
      {mail.hasPreview && (
        <Button size="small" aria-label={`Preview ${mail.subject}`} onClick={onShow}>
          Preview
        </Button>
      )}
    </td>
  </tr>
)

const SentRow = ({ mail }: { readonly mail: SentMail }) => (
  <tr>
    <th scope="row">{mail.subject}</th>
    <td data-minor>
      <RelativeTime date={mail.sentAt} />
    </td>
    <td>
      {mail.error === null ? (
        <Badge tone="success">Sent</Badge>
      ) : (
        <>
          <Badge tone="danger">Failed</Badge> <span className="gf-break">{mail.error}</span>
        </>
      )}
    </td>
    <td />
  </tr>
)
