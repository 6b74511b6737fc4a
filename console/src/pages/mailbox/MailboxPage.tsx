import { useParams } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Empty } from "#screens/components/Empty"
import { ClearButton } from "../../components/ClearButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { ListLink } from "../../components/ListLink.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { ScopeSwitch } from "../../components/ScopeSwitch.tsx"
import { Search } from "../../components/Search.tsx"
import { Teach } from "../../components/Teach.tsx"
import { When } from "../../components/When.tsx"
import { WithDetail } from "../../components/WithDetail.tsx"
import { call } from "../../lib/control.ts"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { usePinned } from "../../lib/usePinned.ts"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"
import { useScope } from "../../lib/useScope.ts"
import { hasText, type Mail } from "./mails.ts"
import { MailView } from "./MailView.tsx"

/** Every email that the service, or another program over SMTP, has sent. */
export const MailboxPage = () => {
  const { mailId } = useParams()
  const { to } = useProject()
  const [query, search] = useQuery("q")
  const scope = useScope()
  const act = useAct()
  const read = useRead("mails", (signal) => call<ReadonlyArray<Mail>>("mails", { signal }))
  const mails = read.status === "done" ? read.value : []
  const scopedMails = mails.filter(scope.has)
  const matches = scopedMails.filter((mail) => hasText(mail, query.trim())).toReversed()
  const opened = mails.find(({ id }) => id === mailId)
  // Wide windows have room for the newest one, which is usually the one to open.
  const pinned = usePinned(matches, ({ id }) => id)
  const mail = opened ?? pinned
  return (
    <Page
      title="Mailbox"
      count={scopedMails.length > 0 ? scopedMails.length : undefined}
      description="Every email arrives here at once. None leaves this machine."
      actions={
        scopedMails.length > 0 && (
          <ClearButton
            what="emails"
            act={act}
            hidden={mails.length - scopedMails.length}
            clear={() => call("mails", { method: "DELETE" })}
          />
        )
      }
      tools={
        <>
          <Search label="Filter emails" value={query} onChange={search} />
          <ScopeSwitch scope={scope} />
        </>
      }
    >
      <Failure error={act.error} />
      <Loaded read={read} rows={6}>
        {() =>
          scopedMails.length === 0 && mail === undefined ? (
            <NoMails />
          ) : (
            <WithDetail
              label="Emails"
              isOpen={opened !== undefined}
              list={
                matches.length === 0 ? (
                  <li>
                    <Empty title="No email found" />
                  </li>
                ) : (
                  matches.map((listed) => (
                    <li key={listed.id}>
                      <ListLink to={to(`mailbox/${encodeURIComponent(listed.id)}`)} isShown={listed === mail}>
                        <MailLine mail={listed} />
                      </ListLink>
                    </li>
                  ))
                )
              }
            >
              {mail === undefined ? (
                <Empty title="No email found">Change the filter to see emails.</Empty>
              ) : (
                <MailView key={mail.id} mail={mail} />
              )}
            </WithDetail>
          )
        }
      </Loaded>
    </Page>
  )
}

const MailLine = ({ mail: { projectId, sentAt, subject, to } }: { readonly mail: Mail }) => (
  <>
    <span className="line">
      <span className="detail-title gf-truncate">{subject || "No subject"}</span>
      <span className="line-when">
        <When at={sentAt} />
      </span>
    </span>
    <span className="line line-minor">
      <span className="gf-truncate">{to}</span>
      {projectId === undefined && <Badge>SMTP</Badge>}
    </span>
  </>
)

const NoMails = () => (
  <Teach isFirst icon="mail" title="No emails yet">
    <p>Sign up in your app or ask for a magic link. The email appears here with its link and code.</p>
    <p>
      To catch emails of other programs too, start with <code>gatefold start --smtp-port 2525</code>.
    </p>
  </Teach>
)
