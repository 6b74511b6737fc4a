import { useParams } from "react-router"
import { Button } from "#screens/components/Button"
import { Empty } from "#screens/components/Empty"
import { Failure } from "../../components/Failure.tsx"
import { ListLink } from "../../components/ListLink.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { Search } from "../../components/Search.tsx"
import { When } from "../../components/When.tsx"
import { call } from "../../lib/control.ts"
import { useAct } from "../../lib/useAct.ts"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"
import { MailView } from "./MailView.tsx"
import { has, type Mail } from "./mails.ts"

/** Every mail that the service, or another program over SMTP, has sent. */
export const MailboxPage = () => {
  const { mailId } = useParams()
  const [query, search] = useQuery("q")
  const act = useAct()
  const read = useRead("mails", (signal) => call<ReadonlyArray<Mail>>("mails", { signal }))
  const clear = () => act.run(() => call("mails", { method: "DELETE" }), "The mailbox is empty.")
  return (
    <Page
      title="Mailbox"
      description="Nothing is sent anywhere: all mails are here, at once."
      actions={
        <>
          <Search label="Search mails" value={query} onChange={search} />
          <Button isPending={act.isPending} onClick={() => void clear()}>
            Clear
          </Button>
        </>
      }
    >
      <Failure error={act.error} />
      <Loaded read={read} rows={6}>
        {(mails) => {
          const wanted = query.trim()
          const found = mails.filter((mail) => has(mail, wanted)).toReversed()
          const mail = mails.find(({ id }) => id === mailId)
          if (found.length === 0) return <NoMails isFiltered={mails.length > 0} />
          return (
            <div className="with-detail" data-open={mail !== undefined || undefined}>
              <ul className="detail-list" aria-label="Mails">
                {found.map((one) => (
                  <li key={one.id}>
                    <ListLink to={`/mailbox/${encodeURIComponent(one.id)}`}>
                      <span className="detail-title gf-truncate">{one.subject || "No subject"}</span>
                      <span className="gf-muted gf-small gf-truncate">
                        {one.to} · <When at={one.sentAt} />
                      </span>
                    </ListLink>
                  </li>
                ))}
              </ul>
              <div className="detail">
                {mail === undefined ? (
                  <Empty title="No mail chosen">Choose one of the list to read it.</Empty>
                ) : (
                  <MailView key={mail.id} mail={mail} />
                )}
              </div>
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

const NoMails = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No mail found">No mail has this in its sender, recipient, subject or text.</Empty>
  ) : (
    <Empty title="No mail yet">Sign up in your app, or ask for a magic link: it comes in here.</Empty>
  )
