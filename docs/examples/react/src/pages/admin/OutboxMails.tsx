import { useAction, useResource } from "gatefold/react"
import { Link } from "react-router"
import type { OutboxMail } from "../../../../backend/AdminContract.ts"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { FormError } from "../../components/FormError.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import { Table } from "../../components/Table.tsx"
import * as Admin from "./Admin.ts"
import { Pager, usePages } from "./Pager.tsx"

const limit = 10

const toneOf = ({ isFailed, status }: OutboxMail) =>
  isFailed ? "danger" : status === "sent" ? "success" : status === "skipped" ? "warning" : "neutral"

/** Mails to users on their way, and what has become of them. Those that are waiting can be cancelled. */
export const OutboxMails = () => {
  const pages = usePages()
  const mails = useResource(
    Admin.listOutbox,
    { limit, ...(pages.cursor !== undefined && { cursor: pages.cursor }) },
    { as: "result" }
  )
  return (
    <Card title="Outbox" description="Mails to users, one for each.">
      <Loaded read={mails} rows={4}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Empty title="No mail to users yet" />
          ) : (
            <>
              <div aria-busy={pages.isPending} className="admin-table">
                <Table label="Outbox" columns={["Subject", "To", "When", "State", ""]}>
                  {items.map((mail) => (
                    <Row key={mail.id} mail={mail} />
                  ))}
                </Table>
              </div>
              <Pager pages={pages} nextCursor={nextCursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

const Row = ({ mail }: { readonly mail: OutboxMail }) => {
  const cancel = useAction(Admin.cancelMail)
  return (
    <tr>
      <th scope="row">{mail.subject ?? "—"}</th>
      <td>{mail.userId === null ? "—" : <Link to={`/admin/users/${mail.userId}`}>the user</Link>}</td>
      <td>
        <RelativeTime date={mail.scheduledAt} />
      </td>
      <td>
        <Badge tone={toneOf(mail)}>{mail.status}</Badge>{" "}
        {mail.reason !== null && <span className="break">{mail.reason}</span>}
      </td>
      <td>
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
        <FormError error={cancel.error} />
      </td>
    </tr>
  )
}
