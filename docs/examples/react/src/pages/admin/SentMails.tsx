import { useResource } from "gatefold/react"
import { Badge } from "../../components/Badge.tsx"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import { Table } from "../../components/Table.tsx"
import * as Admin from "./Admin.ts"
import { Pager, usePages } from "./Pager.tsx"

const limit = 10

/** The newest mails that the service sent for the project. What stood in them it does not keep. */
export const SentMails = () => {
  const pages = usePages()
  const { items, nextCursor } = useResource(Admin.listSentMails, {
    limit,
    ...(pages.cursor !== undefined && { cursor: pages.cursor })
  })
  return (
    <Card title="Sent mails" description="The newest hundred.">
      {items.length === 0 ? (
        <Empty title="No mail was sent yet" />
      ) : (
        <>
          <div aria-busy={pages.isPending} className="admin-table">
            <Table label="Sent mails" columns={["Subject", "To", "Sent", "Outcome"]}>
              {items.map((mail) => (
                <tr key={mail.id}>
                  <th scope="row">{mail.subject}</th>
                  <td>{mail.to.join(", ")}</td>
                  <td>
                    <RelativeTime date={mail.sentAt} />
                  </td>
                  <td>
                    {mail.error === null ? (
                      <Badge tone="success">Sent</Badge>
                    ) : (
                      <>
                        <Badge tone="danger">Failed</Badge> <span className="break">{mail.error}</span>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          </div>
          <Pager pages={pages} nextCursor={nextCursor} />
        </>
      )}
    </Card>
  )
}
