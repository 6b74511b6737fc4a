import { useParams } from "react-router"
import type { Entry } from "../../../../src/emulator/control/Journal.ts"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Empty } from "#screens/components/Empty"
import { Notice } from "#screens/components/Notice"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import { Failure } from "../../components/Failure.tsx"
import { ListLink } from "../../components/ListLink.tsx"
import { Page } from "../../components/Page.tsx"
import { Search } from "../../components/Search.tsx"
import { Clock } from "../../components/When.tsx"
import { call } from "../../lib/control.ts"
import { readJournal } from "../../lib/live.ts"
import { useAct } from "../../lib/useAct.ts"
import { useLive } from "../../lib/useLive.ts"
import { useQuery } from "../../lib/useQuery.ts"
import { RequestView } from "./RequestView.tsx"
import { StatusBadge } from "./StatusBadge.tsx"

const filters = [
  { value: "", label: "All" },
  { value: "failed", label: "Failed" },
  { value: "faults", label: "By faults" }
] as const

const shownAtMost = 200

const isIn = ({ faults, knownError, status }: Entry, filter: string): boolean =>
  filter === "failed"
    ? status >= 400 || status === 0 || knownError !== undefined
    : filter !== "faults" || faults.length > 0

const has = (entry: Entry, wanted: string): boolean =>
  [`${entry.method} ${entry.path}`, String(entry.status), entry.knownError, entry.userId, entry.requestId].some(
    (part) => part?.toLowerCase().includes(wanted.toLowerCase())
  )

/** What apps have asked of the service, as it happens. The console's own requests are not among them. */
export const RequestsPage = () => {
  const { requestId } = useParams()
  const { dropped, requests, status } = useLive()
  const [filter, setFilter] = useQuery("show")
  const [query, search] = useQuery("q")
  const act = useAct()
  const clear = () =>
    act.run(async () => {
      await call("journal", { method: "DELETE" })
      await readJournal()
    }, "The list is empty.")
  const wanted = query.trim()
  const found = requests.filter((entry) => isIn(entry, filter) && has(entry, wanted))
  const chosen = requests.find((entry) => entry.requestId === requestId)
  return (
    <Page
      title="Requests"
      description="What apps ask of the service, as it happens."
      actions={
        <>
          <Search label="Search requests" value={query} onChange={search} />
          <SegmentedControl
            label="Show"
            options={filters}
            value={isFilter(filter) ? filter : ""}
            onChange={setFilter}
          />
          <Button isPending={act.isPending} onClick={() => void clear()}>
            Clear
          </Button>
        </>
      }
    >
      <Failure error={act.error} />
      {dropped > 0 && <Notice>{dropped} events came too fast to be shown here. The journal has the requests.</Notice>}
      {found.length === 0 ? (
        <Empty
          title={status === "connecting" ? "Connecting" : requests.length === 0 ? "No requests yet" : "None found"}
        >
          {requests.length === 0 ? "Point your app to this emulator: each request is listed here." : undefined}
        </Empty>
      ) : (
        <div className="with-detail" data-open={chosen !== undefined || undefined}>
          <ul className="detail-list" aria-label="Requests">
            {found.slice(0, shownAtMost).map((entry) => (
              <li key={entry.requestId}>
                <ListLink to={`/requests/${entry.requestId}`}>
                  <span className="request-line">
                    <StatusBadge status={entry.status} />
                    <span className="request-method">{entry.method}</span>
                    <span className="gf-truncate gf-mono">{entry.path.replace(/^\/api\/v1/, "")}</span>
                  </span>
                  <span className="gf-row gf-muted gf-small">
                    <Clock at={entry.at} />
                    <span>{Math.round(entry.durationMillis)} ms</span>
                    {entry.accessType !== undefined && <span>{entry.accessType}</span>}
                    {entry.knownError !== undefined && <Badge tone="danger">{entry.knownError}</Badge>}
                    {entry.faults.length > 0 && <Badge tone="warning">{entry.faults.join(", ")}</Badge>}
                  </span>
                </ListLink>
              </li>
            ))}
          </ul>
          <div className="detail">
            {chosen === undefined ? (
              <Empty title="No request chosen">Choose one of the list to see what is known of it.</Empty>
            ) : (
              <RequestView key={chosen.requestId} entry={chosen} />
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

const isFilter = (text: string): text is (typeof filters)[number]["value"] =>
  filters.some(({ value }) => value === text)
