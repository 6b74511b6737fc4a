import { useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import type { Attempt } from "../../../../src/emulator/webhooks/Attempts.ts"
import type { Received } from "../../../../src/emulator/webhooks/Webhooks.ts"
import { CausedBy } from "../../components/CausedBy.tsx"
import { CopyId } from "../../components/CopyId.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Glyph } from "../../components/Glyph.tsx"
import { BackToList } from "../../components/ListLink.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Pre } from "../../components/Pre.tsx"
import { Clock } from "../../components/When.tsx"
import type { Message } from "../../lib/activity.ts"
import { call } from "../../lib/control.ts"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { DeliveryBadge } from "../timeline/Caused.tsx"
import { formatUrl } from "./receiver.ts"

interface MessageViewProps {
  readonly message: Message
  /** The delivery to the built-in receiver, if there was one. */
  readonly received: Received | undefined
}

const indentJson = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

const views = [
  { value: "payload", label: "Payload" },
  { value: "headers", label: "Headers" }
] as const

/** One event: its payload, its headers, and each attempt to deliver it. */
export const MessageView = ({ message, received }: MessageViewProps) => {
  const { to } = useProject()
  const act = useAct()
  const [view, setView] = useState<(typeof views)[number]["value"]>("payload")
  const read = useRead(`message ${message.id}`, (signal) =>
    call<{ readonly body: string | null }>(`webhooks/${encodeURIComponent(message.id)}`, { signal })
  )
  const { last } = message
  const redeliver = () =>
    act.run(() => call(`webhooks/${encodeURIComponent(message.id)}`, { method: "POST" }), "Delivered again.")
  return (
    <article className="gf-stack" aria-label={last.type}>
      <BackToList to={to("webhooks")}>All deliveries</BackToList>
      <header className="detail-header">
        <div>
          <h2 className="gf-break">{last.type}</h2>
          <p className="gf-muted gf-small gf-break">to {formatUrl(last.url)}</p>
        </div>
        <DeliveryBadge message={message} />
      </header>
      <div className="gf-row">
        <Button
          variant="primary"
          aria-label={`Deliver again: ${last.type}`}
          isPending={act.isPending}
          onClick={() => void redeliver()}
        >
          <Glyph name="repeat" />
          Deliver again
        </Button>
        <CopyId text={message.id} what="message ID" />
      </div>
      <Failure error={act.error} />
      <CausedBy verb="Caused by" requestId={last.requestId} />
      {received !== undefined && <SegmentedControl label="Show" options={views} value={view} onChange={setView} />}
      {received !== undefined && view === "headers" ? (
        <Pre
          what="headers"
          text={Object.entries(received.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        />
      ) : (
        <Loaded read={read} rows={4}>
          {({ body }) =>
            body === null ? (
              <p className="gf-muted gf-small">The emulator has forgotten the payload.</p>
            ) : (
              <Pre what="payload" text={indentJson(body)} />
            )
          }
        </Loaded>
      )}
      <section className="gf-stack-tight" aria-label="Attempts">
        <h3>Attempts</h3>
        <ul className="gf-list attempts">
          {message.attempts.toReversed().map((attempt) => (
            <AttemptLine key={`${attempt.url} ${attempt.attempt} ${attempt.at}`} attempt={attempt} />
          ))}
        </ul>
      </section>
    </article>
  )
}

const AttemptLine = ({ attempt }: { readonly attempt: Attempt }) => (
  <li>
    <span className="gf-list-main">
      <span className="gf-small gf-truncate">
        Attempt {attempt.attempt} · {formatUrl(attempt.url)}
      </span>
    </span>
    <Badge tone={attempt.delivered ? "success" : "danger"}>{attempt.status ?? "No answer"}</Badge>
    <Clock at={attempt.at} />
  </li>
)
