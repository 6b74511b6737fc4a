import { useState } from "react"
import { Button, buttonClass } from "#screens/components/Button"
import { CopyButton } from "#screens/components/CopyButton"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import { CausedBy } from "../../components/CausedBy.tsx"
import { Glyph } from "../../components/Glyph.tsx"
import { BackToList } from "../../components/ListLink.tsx"
import { Pre } from "../../components/Pre.tsx"
import { FullTime } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import type { Mail } from "./mails.ts"

const views = [
  { value: "html", label: "Preview" },
  { value: "text", label: "Text" },
  { value: "source", label: "Source" }
] as const

type View = (typeof views)[number]["value"]

/** One email: its link and code, then the page as its reader sees it. */
export const MailView = ({ mail }: { readonly mail: Mail }) => {
  const { to } = useProject()
  const [view, setView] = useState<View>(mail.html === "" ? "text" : "html")
  return (
    <article className="gf-stack" aria-label={mail.subject}>
      <BackToList to={to("mailbox")}>All emails</BackToList>
      <header className="gf-stack-tight">
        <h2 className="gf-break">{mail.subject || "No subject"}</h2>
        <p className="gf-muted gf-small gf-break">
          To <strong>{mail.to}</strong> from {mail.from} · <FullTime at={mail.sentAt} />
        </p>
      </header>
      <MailActions mail={mail} />
      <div className="mail-body">
        <SegmentedControl label="Show as" options={views} value={view} onChange={setView} />
        {view === "html" && (
          // Others wrote it: the frame has no scripts, and an origin that belongs to nobody.
          <iframe className="mail-frame" title={`Email: ${mail.subject}`} sandbox="" src={mail.htmlUrl} />
        )}
        {view === "text" && <Pre text={mail.text} what="text of the email" />}
        {view === "source" && <Pre text={mail.html} what="source of the email" />}
      </div>
      <CausedBy verb="Sent by" requestId={mail.requestId} />
      <Links links={mail.links} />
      <Attachments attachments={mail.attachments} />
    </article>
  )
}

/** How many characters of a code people can type, if the email tells them to. */
const typedLength = 6

/** The code that a reader of the email would type. Else it is that of the link. */
const findCode = ({ code, text }: Mail): string | undefined => {
  const typed = code?.slice(0, typedLength).toUpperCase()
  return typed !== undefined && text.includes(typed) ? typed : code
}

/** The reasons to open an email. */
const MailActions = ({ mail }: { readonly mail: Mail }) => {
  const { link } = mail
  const code = findCode(mail)
  const isOpenable = link !== undefined && isWeb(link)
  if (!isOpenable && code === undefined) return null
  return (
    <div className="mail-actions">
      {isOpenable && (
        <span className="gf-row">
          <a className={buttonClass({ variant: "primary" })} href={link} target="_blank" rel="noreferrer">
            <Glyph name="external" />
            Open link
          </a>
          <CopyButton text={link} what="link" />
        </span>
      )}
      {code !== undefined && (
        <span className="mail-code" data-typed={code.length === typedLength || undefined}>
          <span className="gf-muted gf-small">Code</span>
          <code className="gf-truncate" title={code}>
            {code}
          </code>
          <CopyButton text={code} what="code" />
        </span>
      )}
    </div>
  )
}

/** Anyone may have written the link: `javascript:` would run in this page. */
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

/** Saves a file. Its type is hidden from the browser, which would open it as a page of this origin. */
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
              <span className="gf-truncate">{attachment.filename ?? "Unnamed file"}</span>
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
