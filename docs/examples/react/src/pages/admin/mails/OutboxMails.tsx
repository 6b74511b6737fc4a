import { useAction, useResource } from "gatefold/react"
import { useState } from "react"
import { Link } from "react-router"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { FormError } from "#screens/components/FormError"
import { RelativeTime } from "#screens/components/RelativeTime"
import type { OutboxMail } from "../../../../../backend/AdminMailsContract.ts"
import { useKept } from "../../../lib/useKept.ts"
import * as Admin from "../Admin.ts"
import { MailPreview } from "../MailPreview.tsx"
import { MailStatus } from "../MailStatus.tsx"
import { PagedTable } from "../PagedTable.tsx"
import { pageOf, usePages } from "../Pager.tsx"
import { SendNews } from "./SendNews.tsx"

/** Emails to users on their way, and what has become of them. Those that are waiting can be cancelled. */
export const OutboxMails = () => {
  const pages = usePages()
  const mails = useKept(useResource(Admin.listOutbox, pageOf(pages, 10), { as: "result" }))
  const [shown, setShown] = useState<OutboxMail>()
  const [isWriting, setWriting] = useState(false)
  return (
    <Card
      title="Outbox"
      description="One email for each recipient."
      actions={
        <Button variant="primary" onClick={() => setWriting(true)}>
          Email all users
        </Button>
      }
    >
      {isWriting && <SendNews onClose={() => setWriting(false)} />}
      <PagedTable
        label="Outbox"
        columns={["Subject", { minor: "To" }, { minor: "When" }, "State", ""]}
        read={mails}
        pages={pages}
        empty={<Empty title="No emails yet">Emails that your server sends appear here, with their state.</Empty>}
        row={(mail) => <Row key={mail.id} mail={mail} onShow={() => setShown(mail)} />}
      />
      {shown !== undefined && <MailPreview mail={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

const Recipient = ({ mail: { to, userId } }: { readonly mail: OutboxMail }) => {
  const name = to.length === 0 ? "Open user" : to.join(", ")
  return userId === null ? name : <Link to={`/admin/users/${userId}`}>{name}</Link>
}

const Row = ({ mail, onShow }: { readonly mail: OutboxMail; readonly onShow: () => void }) => {
  const cancel = useAction(Admin.cancelMail)
  return (
    <tr>
      <th scope="row">
        <span className="gf-list-main">
          <span>{mail.subject ?? "—"}</span>
          <span className="only-phone gf-muted gf-small gf-break">
            <Recipient mail={mail} />
          </span>
        </span>
      </th>
      <td data-minor>
        <Recipient mail={mail} />
      </td>
      <td data-minor>
        <RelativeTime date={mail.scheduledAt} />
      </td>
      <td>
        <MailStatus mail={mail} />
      </td>
      <td className="gf-cell-actions">
        <span className="admin-actions">
          {mail.hasPreview && (
            <Button size="small" aria-label={`Preview ${mail.subject}`} onClick={onShow}>
              Preview
            </Button>
          )}
          {mail.isWaiting && (
            <Button
              size="small"
              variant="danger-quiet"
              isPending={cancel.isPending}
              onClick={() => void cancel.run({ id: mail.id })}
            >
              Cancel
            </Button>
          )}
        </span>
        <FormError error={cancel.error} />
      </td>
    </tr>
  )
}
