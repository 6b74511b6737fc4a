import { useRef, useState } from "react"
import { Link } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Glyph } from "../../components/Glyph.tsx"
import { StatusBadge } from "../../components/Marks.tsx"
import { Clock } from "../../components/When.tsx"
import type { Thread } from "../../lib/activity.ts"
import { useProject } from "../../lib/Project.tsx"
import { findRequestName, shortenPath } from "../../lib/requestNames.ts"
import { useListKeys } from "../../lib/useListKeys.ts"
import { useNames } from "../../lib/useNames.ts"
import { Caused } from "./Caused.tsx"

const step = 60

const days = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" })

/** The days of threads, newest first. */
const groupByDay = (
  threads: ReadonlyArray<Thread>
): ReadonlyArray<readonly [day: string, threads: ReadonlyArray<Thread>]> => {
  const groups = new Map<string, Array<Thread>>()
  for (const thread of threads) {
    const day = days.format(thread.at)
    const group = groups.get(day)
    if (group === undefined) groups.set(day, [thread])
    else group.push(thread)
  }
  return [...groups]
}

/** Requests with what they have caused, newest first. */
export const Timeline = ({ threads }: { readonly threads: ReadonlyArray<Thread> }) => {
  const [limit, setLimit] = useState(step)
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  return (
    <div ref={list} className="timeline">
      {groupByDay(threads.slice(0, limit)).map(([day, threads]) => (
        <section key={day} aria-label={day}>
          <h2 className="timeline-day">{day}</h2>
          <ol className="timeline-list">
            {threads.map((thread) => (
              <ThreadItem key={thread.id} thread={thread} />
            ))}
          </ol>
        </section>
      ))}
      {threads.length > limit && (
        <div className="more">
          <Button onClick={() => setLimit(limit + step)}>Show more</Button>
        </div>
      )}
    </div>
  )
}

const chooseTone = ({ request }: Thread): string => {
  if (request === undefined) return "none"
  return request.status === 0 || request.status >= 500 ? "danger" : request.status >= 400 ? "warning" : "success"
}

/** Where something comes from that no request of an app has caused. */
const describeOrigin = ({ mails: [mail], messages }: Thread): string => {
  if (mail !== undefined) {
    return mail.projectId === undefined ? "Another program sent an email" : "The service sent an email"
  }
  return messages.length > 0 ? "Changed in the console" : "The emulator"
}

const ThreadItem = ({ thread }: { readonly thread: Thread }) => {
  const { id: projectId } = useProject()
  const names = useNames()
  const { request } = thread
  const userId = request?.userId
  const hasEffects = request?.session !== undefined || thread.mails.length > 0 || thread.messages.length > 0
  return (
    <li className="thread" data-tone={chooseTone(thread)}>
      {request === undefined ? (
        <p className="thread-request thread-alone">
          <span className="thread-name">{describeOrigin(thread)}</span>
          <Clock at={thread.at} />
        </p>
      ) : (
        <Link className="thread-request" data-row to={`/projects/${projectId}/requests/${request.requestId}`}>
          <span className="thread-name gf-truncate">
            {findRequestName(request) ?? `${request.method} ${shortenPath(request.path)}`}
          </span>
          <span className="thread-marks">
            {request.knownError !== undefined && <Badge tone="danger">{request.knownError}</Badge>}
            {request.faults.map((fault) => (
              <Badge key={fault} tone="warning">
                <Glyph name="bolt" /> {fault}
              </Badge>
            ))}
            <StatusBadge status={request.status} />
          </span>
          <Clock at={thread.at} />
          <span className="thread-path gf-truncate">
            <code>
              {request.method} {shortenPath(request.path)}
            </code>
            {userId !== undefined && ` · ${names.get(userId) ?? "a user"}`}
            {request.projectId === undefined && " · no project"}
            {` · ${Math.round(request.durationMillis)} ms`}
          </span>
        </Link>
      )}
      {hasEffects && <Caused thread={thread} projectId={projectId} />}
    </li>
  )
}
