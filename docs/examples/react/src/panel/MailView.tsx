import { useId } from "react"
import { buttonClass } from "#screens/components/Button"
import { CopyButton } from "#screens/components/CopyButton"
import { RelativeTime } from "#screens/components/RelativeTime"
import { type DemoMail, mailPath } from "../../../backend/DeveloperContract.ts"

export interface MailViewProps {
  readonly mail: DemoMail
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** How many characters of a code people type, if the email tells them to. */
const typedLength = 6

/** The code that a reader of the email can type; the link carries a longer one. */
const typedCodeOf = ({ code, text }: DemoMail): string | undefined => {
  const typed = code?.slice(0, typedLength).toUpperCase()
  return typed !== undefined && text.includes(typed) ? typed : undefined
}

/** An email in the list, which expands to show its content. */
export const MailView = ({ isOpen, mail, onToggle }: MailViewProps) => {
  const id = useId()
  const code = typedCodeOf(mail)
  return (
    <li className="mail">
      <button
        type="button"
        className="mail-summary"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span className="mail-subject gf-truncate">{mail.subject}</span>
        <span className="gf-muted gf-small gf-truncate">
          {mail.to} · <RelativeTime date={mail.sentAt} />
        </span>
      </button>
      {isOpen && (
        <div className="mail-body gf-stack-tight" id={id}>
          {mail.link !== null && (
            <div className="gf-row">
              <a className={buttonClass({ size: "small", variant: "primary" })} href={mail.link}>
                Open link
              </a>
              <a className={buttonClass({ size: "small" })} href={mail.link} target="_blank" rel="noreferrer">
                In a new tab
              </a>
            </div>
          )}
          {code !== undefined && (
            <div className="gf-secret">
              <code>{code}</code>
              <CopyButton text={code} what="code" />
            </div>
          )}
          {/* Emails hold what others wrote: no scripts, and nothing of this page is within their reach. */}
          <iframe className="mail-frame" title={`Email: ${mail.subject}`} sandbox="" src={mailPath(mail.id)} />
        </div>
      )}
    </li>
  )
}
