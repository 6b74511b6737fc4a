import { useResource } from "gatefold/react"
import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { RelativeTime } from "#screens/components/RelativeTime"
import { useKept } from "../../../lib/useKept.ts"
import * as Admin from "../Admin.ts"
import { PagedTable } from "../PagedTable.tsx"
import { pageOf, usePages } from "../Pager.tsx"

/** The newest emails that the service sent for the project. The service doesn't keep their content. */
export const SentMails = () => {
  const pages = usePages()
  const mails = useKept(useResource(Admin.listSentMails, pageOf(pages, 10), { as: "result" }))
  return (
    <Card title="Sent emails" description="The newest 100.">
      <PagedTable
        label="Sent emails"
        columns={["Subject", { minor: "To" }, { minor: "Sent" }, "Outcome"]}
        read={mails}
        pages={pages}
        empty={<Empty title="No emails yet">Verification emails, sign-in links and invitations appear here.</Empty>}
        row={(mail) => (
          <tr key={mail.id}>
            <th scope="row">
              <span className="gf-list-main">
                <span>{mail.subject}</span>
                <span className="only-phone gf-muted gf-small gf-break">to {mail.to.join(", ")}</span>
              </span>
            </th>
            <td data-minor>{mail.to.join(", ")}</td>
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
          </tr>
        )}
      />
    </Card>
  )
}
