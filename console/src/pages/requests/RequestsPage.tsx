import { useParams } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Empty } from "#screens/components/Empty"
import { Notice } from "#screens/components/Notice"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import type { Entry } from "../../../../src/emulator/control/Journal.ts"
import { ClearButton } from "../../components/ClearButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { ListLink } from "../../components/ListLink.tsx"
import { StatusBadge } from "../../components/Marks.tsx"
import { Page } from "../../components/Page.tsx"
import { ScopeSwitch } from "../../components/ScopeSwitch.tsx"
import { Search } from "../../components/Search.tsx"
import { Secret } from "../../components/Secret.tsx"
import { Teach } from "../../components/Teach.tsx"
import { Clock } from "../../components/When.tsx"
import { WithDetail } from "../../components/WithDetail.tsx"
import { call } from "../../lib/control.ts"
import { readJournal } from "../../lib/live.ts"
import { useProject } from "../../lib/Project.tsx"
import { findRequestName, shortenPath } from "../../lib/requestNames.ts"
import { useAct } from "../../lib/useAct.ts"
import { useLive } from "../../lib/useLive.ts"
import { usePinned } from "../../lib/usePinned.ts"
import { useQuery } from "../../lib/useQuery.ts"
import { useScope } from "../../lib/useScope.ts"
import { RequestView } from "./RequestView.tsx"

const filters = [
  { value: "", label: "All" },
  { value: "failed", label: "Failed" },
  { value: "faults", label: "Hit by faults" }
] as const

type Filter = (typeof filters)[number]["value"]

const isFilter = (text: string): text is Filter => filters.some(({ value }) => value === text)

const shownAtMost = 200

const isIn = ({ faults, knownError, status }: Entry, filter: Filter): boolean =>
  filter === "failed"
    ? status >= 400 || status === 0 || knownError !== undefined
    : filter !== "faults" || faults.length > 0

const hasText = (entry: Entry, term: string): boolean =>
  [
    `${entry.method} ${entry.path}`,
    findRequestName(entry),
    String(entry.status),
    entry.knownError,
    entry.userId,
    entry.requestId
  ].some((part) => part?.toLowerCase().includes(term.toLowerCase()))

/** Requests of apps as they happen. The console's own requests are not among them. */
export const RequestsPage = () => {
  const { requestId } = useParams()
  const { to } = useProject()
  const { dropped, requests, status } = useLive()
  const [shown, show] = useQuery("show")
  const [query, search] = useQuery("q")
  const scope = useScope()
  const act = useAct()
  const clear = async () => {
    await call("journal", { method: "DELETE" })
    await readJournal()
  }
  const filter = isFilter(shown) ? shown : ""
  const scopedRequests = requests.filter(scope.has)
  const matches = scopedRequests.filter((entry) => isIn(entry, filter) && hasText(entry, query.trim()))
  const opened = requests.find((entry) => entry.requestId === requestId)
  const pinned = usePinned(matches, (entry) => entry.requestId)
  const chosen = opened ?? pinned
  return (
    <Page
      title="Requests"
      count={scopedRequests.length > 0 ? scopedRequests.length : undefined}
      description="Every request of your app, as it happens."
      actions={
        scopedRequests.length > 0 && (
          <ClearButton what="requests" act={act} hidden={requests.length - scopedRequests.length} clear={clear} />
        )
      }
      tools={
        <>
          <Search label="Filter requests" value={query} onChange={search} />
          <SegmentedControl label="Show" options={filters} value={filter} onChange={show} />
          <ScopeSwitch scope={scope} />
        </>
      }
    >
      <Failure error={act.error} />
      {dropped > 0 && <Notice>{dropped} events came too fast to show here. Reload to read all requests.</Notice>}
      {scopedRequests.length === 0 && chosen === undefined ? (
        <NoRequests isConnecting={status === "connecting"} />
      ) : (
        <WithDetail
          label="Requests"
          isOpen={opened !== undefined}
          list={
            matches.length === 0 ? (
              <li>
                <Empty title="No request found" />
              </li>
            ) : (
              matches.slice(0, shownAtMost).map((entry) => (
                <li key={entry.requestId}>
                  <ListLink to={to(`requests/${entry.requestId}`)} isShown={entry === chosen}>
                    <RequestLine entry={entry} />
                  </ListLink>
                </li>
              ))
            )
          }
        >
          {chosen === undefined ? (
            <Empty title="No request found">Change the filter to see requests.</Empty>
          ) : (
            <RequestView key={chosen.requestId} entry={chosen} />
          )}
        </WithDetail>
      )}
    </Page>
  )
}

const RequestLine = ({ entry }: { readonly entry: Entry }) => (
  <>
    <span className="line">
      <span className="detail-title gf-truncate">{findRequestName(entry) ?? shortenPath(entry.path)}</span>
      <StatusBadge status={entry.status} />
    </span>
    <span className="line line-minor">
      <code className="gf-truncate">
        {entry.method} {shortenPath(entry.path)}
      </code>
      <Clock at={entry.at} />
    </span>
    {(entry.knownError !== undefined || entry.faults.length > 0 || entry.projectId === undefined) && (
      <span className="gf-row line-badges">
        {entry.knownError !== undefined && <Badge tone="danger">{entry.knownError}</Badge>}
        {entry.faults.length > 0 && <Badge tone="warning">{entry.faults.join(", ")}</Badge>}
        {entry.projectId === undefined && <Badge>No project</Badge>}
      </span>
    )}
  </>
)

const NoRequests = ({ isConnecting }: { readonly isConnecting: boolean }) => (
  <Teach isFirst icon="activity" title={isConnecting ? "Connecting" : "No requests yet"}>
    <p>Point your app to this URL. Each request appears here at once, with its error, timing and a curl command.</p>
    <div className="start-values">
      <Secret text={location.origin} what="API URL" />
    </div>
  </Teach>
)
