import { useResource } from "gatefold/react"
import { useId, useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Loaded } from "#screens/components/Loaded"
import * as Developer from "./Developer.ts"
import { MailView } from "./MailView.tsx"
import { useKept } from "../lib/useKept.ts"
import { finishStep } from "../tour/tour.ts"
import { usePolling } from "./usePolling.ts"

const shownMails = { limit: 30 }
const pollMillis = 2_000

/** Every email that the service would have sent, newest first. */
export const Mailbox = () => {
  const mails = useKept(useResource(Developer.mails, shownMails, { as: "result" }))
  const [openId, setOpenId] = useState<string>()
  const id = useId()
  usePolling(mails.refetch, pollMillis)
  const toggle = (id: string) => {
    setOpenId(id === openId ? undefined : id)
    finishStep(1)
  }
  return (
    <section className="gf-stack-tight" aria-labelledby={id}>
      <div className="gf-row-between">
        <h3 id={id}>Mailbox</h3>
        {mails.value !== undefined && <Badge>{mails.value.length}</Badge>}
      </div>
      <Loaded read={mails} rows={3}>
        {(mails) =>
          mails.length === 0 ? (
            <p className="gf-muted gf-small">No email yet. Sign up or request a magic link, and the email appears here.</p>
          ) : (
            <ul className="mails">
              {mails.map((mail) => (
                <MailView
                  key={mail.id}
                  mail={mail}
                  isOpen={mail.id === openId}
                  onToggle={() => toggle(mail.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
