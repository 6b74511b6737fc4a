import { Link } from "react-router"
import { buttonClass } from "#screens/components/Button"
import { SegmentedControl } from "#screens/components/SegmentedControl"
import { ActButton } from "../../components/ActButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { ScopeSwitch } from "../../components/ScopeSwitch.tsx"
import { Search } from "../../components/Search.tsx"
import { Secret } from "../../components/Secret.tsx"
import { Teach } from "../../components/Teach.tsx"
import { findProject, type Thread, findUser, useThreads } from "../../lib/activity.ts"
import { useProject } from "../../lib/Project.tsx"
import { findRequestName } from "../../lib/requestNames.ts"
import { useAct } from "../../lib/useAct.ts"
import { useNames } from "../../lib/useNames.ts"
import { useQuery } from "../../lib/useQuery.ts"
import { useScope } from "../../lib/useScope.ts"
import { addSampleUsers } from "../users/sampleUsers.ts"
import { Timeline } from "./Timeline.tsx"

const filters = [
  { value: "", label: "Changes" },
  { value: "all", label: "Everything" },
  { value: "failed", label: "Failed" }
] as const

type Filter = (typeof filters)[number]["value"]

const isFilter = (text: string): text is Filter => filters.some(({ value }) => value === text)

/** Reads change nothing, and there are many of them. */
const isChange = ({ mails, messages, request }: Thread): boolean =>
  request === undefined ||
  request.method !== "GET" ||
  request.status === 0 ||
  request.status >= 400 ||
  request.session !== undefined ||
  mails.length > 0 ||
  messages.length > 0

const isFailed = ({ messages, request }: Thread): boolean =>
  (request !== undefined && (request.status === 0 || request.status >= 400)) ||
  messages.some(({ last }) => !last.delivered)

const isIn = (thread: Thread, filter: Filter): boolean =>
  filter === "all" || (filter === "failed" ? isFailed(thread) : isChange(thread))

/** Everything that can be searched for in a thread. */
const joinSearchText = ({ mails, messages, request }: Thread, names: ReadonlyMap<string, string>): string => {
  const userId = request && findUser({ request, mails, messages, id: "", at: 0 })
  return [
    request && findRequestName(request),
    request && `${request.method} ${request.path} ${request.status} ${request.knownError ?? ""} ${request.requestId}`,
    userId && `${userId} ${names.get(userId) ?? ""}`,
    ...mails.map(({ code, subject, to }) => `${subject} ${to} ${code ?? ""}`),
    ...messages.map(({ id, last }) => `${id} ${last.type}`)
  ]
    .join(" ")
    .toLowerCase()
}

/** The first page of the console: the requests of apps, and their effects. */
export const TimelinePage = () => {
  const scope = useScope()
  const read = useThreads()
  const names = useNames()
  const [shown, show] = useQuery("show")
  const [query, search] = useQuery("q")
  const filter = isFilter(shown) ? shown : ""
  const term = query.trim().toLowerCase()
  return (
    <Page
      title="Timeline"
      description="Each request, with the session, emails and webhooks that it caused."
      tools={
        <>
          <Search label="Filter the timeline" value={query} onChange={search} />
          <SegmentedControl label="Show" options={filters} value={filter} onChange={show} />
          <ScopeSwitch scope={scope} />
        </>
      }
    >
      <Loaded read={read} rows={8}>
        {(threads) => {
          const scopedThreads = threads.filter((thread) => scope.has({ projectId: findProject(thread) }))
          const matches = scopedThreads.filter(
            (thread) => isIn(thread, filter) && joinSearchText(thread, names).includes(term)
          )
          if (scopedThreads.length === 0) return <Start />
          return matches.length === 0 ? (
            <Teach icon="search" title="Nothing matches">
              <p>Choose “Everything”, or remove the filter.</p>
            </Teach>
          ) : (
            <Timeline threads={matches} />
          )
        }}
      </Loaded>
    </Page>
  )
}

/** The first steps with an emulator that has no traffic yet. */
const Start = () => {
  const { id, to } = useProject()
  const act = useAct()
  return (
    <Teach
      isFirst
      icon="activity"
      title="Waiting for your app"
      action={
        <>
          <ActButton variant="primary" act={act} run={() => addSampleUsers(id)} done="Sample users added.">
            Add sample users
          </ActButton>
          <Link className={buttonClass({})} to={to("keys")}>
            Get API keys
          </Link>
        </>
      }
    >
      <p>Requests appear here as they happen. Set the URL and the project ID in your app, then sign up.</p>
      <div className="gf-stack-tight start-values">
        <p className="gf-label">API URL</p>
        <Secret text={location.origin} what="API URL" />
        <p className="gf-label">Project ID</p>
        <Secret text={id} what="project ID" />
      </div>
      <Failure error={act.error} />
    </Teach>
  )
}
