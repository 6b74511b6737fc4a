import { useResource } from "gatefold/react"
import { useId, useState } from "react"
import { Button } from "#screens/components/Button"
import { Loaded } from "#screens/components/Loaded"
import { useKept } from "../lib/useKept.ts"
import { finishStep } from "../tour/tour.ts"
import * as Developer from "./Developer.ts"
import { MailView } from "./MailView.tsx"
import { usePolling } from "./usePolling.ts"

export const fewMails = { limit: 4 }
const many = { limit: 50 }
const pollMillis = 2_000

/** Every email that the service would have sent, newest first. */
export const Mailbox = () => {
  const [isLong, setLong] = useState(false)
  const mails = useKept(useResource(Developer.mails, isLong ? many : fewMails, { as: "result" }))
  const [openId, setOpenId] = useState<string>()
  const id = useId()
  usePolling(mails.refetch, pollMillis)
  const toggle = (id: string) => {
    setOpenId(id === openId ? undefined : id)
    finishStep(1)
  }
  return (
    <section className="gf-stack-tight" aria-labelledby={id}>
      <h3 id={id}>Mailbox</h3>
      <Loaded read={mails} rows={3}>
        {(mails) =>
          mails.length === 0 ? (
            <p className="gf-muted gf-small">
              No email yet. Sign up or request a magic link, and the email appears here.
            </p>
          ) : (
            <>
              <ul className="mails">
                {mails.map((mail) => (
                  <MailView key={mail.id} mail={mail} isOpen={mail.id === openId} onToggle={() => toggle(mail.id)} />
                ))}
              </ul>
              {(isLong || mails.length === fewMails.limit) && (
                <Button size="small" variant="ghost" onClick={() => setLong(!isLong)}>
                  {isLong ? "Show fewer emails" : "Show more emails"}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
