import { useResource } from "gatefold/react"
import { useId, useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Facts } from "#screens/components/Facts"
import { Loaded } from "#screens/components/Loaded"
import { RelativeTime } from "#screens/components/RelativeTime"
import type { DemoRequest } from "../../../backend/DeveloperContract.ts"
import { useKept } from "../lib/useKept.ts"
import { finishStep } from "../tour/tour.ts"
import * as Developer from "./Developer.ts"
import { usePolling } from "./usePolling.ts"

export const shownRequests = { limit: 5 }
const pollMillis = 2_000

/** The newest requests that changed something at the service. */
export const Requests = () => {
  const requests = useKept(useResource(Developer.requests, shownRequests, { as: "result" }))
  const [openId, setOpenId] = useState<string>()
  const id = useId()
  usePolling(requests.refetch, pollMillis)
  const toggle = (request: DemoRequest) => {
    setOpenId(request.id === openId ? undefined : request.id)
    finishStep(4)
  }
  return (
    <section className="gf-stack-tight" aria-labelledby={id}>
      <h3 id={id}>Requests</h3>
      <Loaded read={requests} rows={3}>
        {(requests) =>
          requests.length === 0 ? (
            <p className="gf-muted gf-small">No request has changed anything yet. Sign up to see the first one.</p>
          ) : (
            <ul className="mails">
              {requests.map((request) => (
                <RequestView
                  key={request.id}
                  request={request}
                  isOpen={request.id === openId}
                  onToggle={() => toggle(request)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

interface RequestViewProps {
  readonly request: DemoRequest
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const RequestView = ({ isOpen, onToggle, request }: RequestViewProps) => {
  const id = useId()
  const path = request.path.replace("/api/v1", "")
  return (
    <li className="mail">
      <button
        type="button"
        className="mail-summary request-summary"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span className="request-path gf-truncate">
          {request.method} {path}
        </span>
        <Badge tone={request.status >= 400 ? "danger" : "success"}>{request.status}</Badge>
      </button>
      {isOpen && (
        <div className="mail-body" id={id}>
          <Facts
            facts={[
              ["Sent", <RelativeTime key="sent" date={request.at} />],
              ["Duration", `${Math.round(request.durationMillis)} ms`],
              ...(request.error === null ? [] : [["Error", request.error] as const]),
              ["Request ID", <code key="id">{request.id}</code>]
            ]}
          />
        </div>
      )}
    </li>
  )
}
