import type { ReactNode } from "react"
import { Link } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Icon } from "#screens/components/Icon"
import { Glyph } from "../../components/Glyph.tsx"
import type { Message, Thread } from "../../lib/activity.ts"
import { useNames } from "../../lib/useNames.ts"

interface CausedProps {
  readonly thread: Thread
  readonly projectId: string
}

/** The session, the emails and the webhooks of a thread, each one click away. */
export const Caused = ({ projectId, thread: { mails, messages, request } }: CausedProps) => {
  const names = useNames()
  const at = (path: string) => `/projects/${projectId}/${path}`
  const session = request?.session
  return (
    <ol className="caused">
      {session !== undefined && (
        <Effect icon={<Icon name="user" />} kind="Session" to={at(`users/${session.userId}/sessions`)}>
          <span className="gf-truncate">{names.get(session.userId) ?? "A user"} signed in</span>
        </Effect>
      )}
      {mails.map(({ id, subject, to }) => (
        <Effect key={id} icon={<Icon name="mail" />} kind="Email" to={at(`mailbox/${encodeURIComponent(id)}`)}>
          <span className="gf-truncate">{subject || "No subject"}</span>
          <span className="caused-more gf-truncate">to {to}</span>
        </Effect>
      ))}
      {messages.map((message) => (
        <Effect key={message.id} icon={<Glyph name="hook" />} kind="Webhook" to={at(`webhooks/${message.id}`)}>
          <code className="gf-truncate">{message.last.type}</code>
          <DeliveryBadge message={message} />
        </Effect>
      ))}
    </ol>
  )
}

interface EffectProps {
  readonly icon: ReactNode
  readonly kind: string
  readonly to: string
  readonly children: ReactNode
}

const Effect = ({ children, icon, kind, to }: EffectProps) => (
  <li>
    <Link to={to} className="caused-link">
      <span className="caused-icon">{icon}</span>
      <span className="caused-kind">{kind}</span>
      {children}
    </Link>
  </li>
)

/** How the delivery of a webhook ended. */
export const DeliveryBadge = ({
  message: { attempts, last }
}: {
  readonly message: Pick<Message, "attempts" | "last">
}) => (
  <Badge tone={last.delivered ? "success" : "danger"}>
    {last.delivered ? "Delivered" : last.status === undefined ? "No answer" : `Failed: ${last.status}`}
    {attempts.length > 1 && `, ${attempts.length} attempts`}
  </Badge>
)
