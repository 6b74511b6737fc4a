import { useState } from "react"
import { Button, buttonClass } from "#screens/components/Button"
import { Facts } from "#screens/components/Facts"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import { BackToList } from "../../components/ListLink.tsx"
import { Pre } from "../../components/Pre.tsx"
import { Secret } from "../../components/Secret.tsx"
import { When } from "../../components/When.tsx"
import type { Mail } from "./mails.ts"

const views = [
  { value: "html", label: "HTML" },
  { value: "text", label: "Text" },
  { value: "source", label: "Source" }
] as const

type View = (typeof views)[number]["value"]

/** One mail: its link and code first, because that is what they are opened for. */
export const MailView = ({ mail }: { readonly mail: Mail }) => {
  const [view, setView] = useState<View>(mail.html === "" ? "text" : "html")
  return (
    <article className="gf-stack" aria-label={mail.subject}>
      <BackToList to="/mailbox">All mails</BackToList>
      <h2 className="gf-break">{mail.subject || "No subject"}</h2>
      <Facts
        facts={[
          ["From", mail.from],
          ["To", mail.to],
          ["Sent", <When key="sent" at={mail.sentAt} />]
        ]}
      />
      {mail.link !== undefined && isWeb(mail.link) && (
        <div className="gf-row">
          <a className={buttonClass({ variant: "primary" })} href={mail.link} target="_blank" rel="noreferrer">
            Open link
          </a>
        </div>
      )}
      {mail.code !== undefined && <Secret text={mail.code} what="code" />}
      <SegmentedControl label="Show as" options={views} value={view} onChange={setView} />
      {view === "html" && (
        // what others wrote: a document of its own, without scripts, and with an origin that is nobody's
        <iframe className="mail-frame" title={`Mail: ${mail.subject}`} sandbox="" src={mail.htmlUrl} />
      )}
      {view === "text" && <Pre text={mail.text} what="text of the mail" />}
      {view === "source" && <Pre text={mail.html} what="source of the mail" />}
      <Links links={mail.links} />
      <Attachments attachments={mail.attachments} />
    </article>
  )
}

/** A link of a mail is what somebody wrote: `javascript:` would run in this page. */
const isWeb = (link: string): boolean => /^https?:\/\//i.test(link)

const Links = ({ links }: { readonly links: ReadonlyArray<string> }) =>
  links.length === 0 ? null : (
    <section className="gf-stack-tight" aria-label="Links">
      <h3>Links</h3>
      <ul className="gf-stack-tight gf-small">
        {[...new Set(links)].map((link) => (
          <li key={link} className="gf-break">
            {isWeb(link) ? (
              <a href={link} target="_blank" rel="noreferrer">
                {link}
              </a>
            ) : (
              <code>{link}</code>
            )}
          </li>
        ))}
      </ul>
    </section>
  )

/** Saves a file; its type is kept from the browser, which would open it as a page of this origin. */
const save = ({ contentBase64, filename }: Mail["attachments"][number]) => {
  const content = Uint8Array.from(atob(contentBase64), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }))
  const link = document.createElement("a")
  link.href = url
  link.download = filename ?? "attachment"
  link.click()
  URL.revokeObjectURL(url)
}

const Attachments = ({ attachments }: Pick<Mail, "attachments">) =>
  attachments.length === 0 ? null : (
    <section className="gf-stack-tight" aria-label="Attachments">
      <h3>Attachments</h3>
      <ul className="gf-list">
        {attachments.map((attachment, index) => (
          <li key={index}>
            <span className="gf-list-main">
              <span className="gf-truncate">{attachment.filename ?? "Without a name"}</span>
              <span className="gf-muted gf-small">
                {attachment.contentType} · {attachment.size} bytes
              </span>
            </span>
            <Button
              size="small"
              aria-label={`Save ${attachment.filename ?? "the attachment"}`}
              onClick={() => save(attachment)}
            >
              Save
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
