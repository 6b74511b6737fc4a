import { useState } from "react"
import { Link } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { CheckField } from "#screens/components/CheckField"
import { Facts } from "#screens/components/Facts"
import type { Entry } from "../../../../src/emulator/control/Journal.ts"
import { CopyId } from "../../components/CopyId.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Glyph } from "../../components/Glyph.tsx"
import { BackToList } from "../../components/ListLink.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { StatusBadge } from "../../components/Marks.tsx"
import { Pre } from "../../components/Pre.tsx"
import { FullTime } from "../../components/When.tsx"
import { useThreads } from "../../lib/activity.ts"
import { call } from "../../lib/control.ts"
import { useProject } from "../../lib/Project.tsx"
import { useProjects } from "../../lib/Projects.tsx"
import { findRequestName } from "../../lib/requestNames.ts"
import { useAct } from "../../lib/useAct.ts"
import { useNames } from "../../lib/useNames.ts"
import { useRead } from "../../lib/useRead.ts"
import { Caused } from "../timeline/Caused.tsx"

/** The answer to a request that was sent again. */
interface Outcome {
  readonly status: number
  readonly requestId: string | null
  readonly body: string
}

const indentJson = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

/** One request: what it did, and the ways to do it again. */
export const RequestView = ({ entry }: { readonly entry: Entry }) => {
  const { to } = useProject()
  const act = useAct()
  const [outcome, setOutcome] = useState<Outcome>()
  const { requestId } = entry
  const sendAgain = () =>
    act.run(async () => setOutcome(await call<Outcome>(`journal/${requestId}`, { method: "POST" })))
  return (
    <article className="gf-stack request" aria-label={`${entry.method} ${entry.path}`}>
      <BackToList to={to("requests")}>All requests</BackToList>
      <header className="detail-header">
        <div>
          <h2 className="gf-break">{findRequestName(entry) ?? "Request"}</h2>
          <p className="gf-muted gf-small gf-break">
            <code>
              {entry.method} {entry.path}
            </code>
          </p>
        </div>
        <StatusBadge status={entry.status} />
      </header>
      <div className="gf-row">
        <Button variant="primary" isPending={act.isPending} onClick={() => void sendAgain()}>
          <Glyph name="repeat" />
          Send again
        </Button>
        <CopyId text={requestId} what="request ID" />
      </div>
      <Failure error={act.error} />
      {outcome !== undefined && <OutcomeView outcome={outcome} />}
      <WhatItCaused entry={entry} />
      <RequestFacts entry={entry} />
      <Exchange requestId={requestId} />
    </article>
  )
}

const OutcomeView = ({ outcome: { body, requestId, status } }: { readonly outcome: Outcome }) => {
  const { to } = useProject()
  return (
    <section className="gf-stack-tight outcome" aria-label="New answer">
      <div className="gf-row-between">
        <p className="gf-row" role="status">
          Sent again: <StatusBadge status={status} />
        </p>
        {requestId !== null && <Link to={to(`requests/${requestId}`)}>Open the new request</Link>}
      </div>
      {body !== "" && <Pre text={indentJson(body)} what="answer" />}
    </section>
  )
}

/** The session, emails and webhooks of the request. */
const WhatItCaused = ({ entry }: { readonly entry: Entry }) => {
  const { id } = useProject()
  const threads = useThreads()
  const thread = threads.status === "done" ? threads.value.find((thread) => thread.id === entry.requestId) : undefined
  if (thread === undefined) return null
  const isEmpty = entry.session === undefined && thread.mails.length === 0 && thread.messages.length === 0
  if (isEmpty) return null
  return (
    <section className="gf-stack-tight" aria-label="What it caused">
      <h3>What it caused</h3>
      <Caused thread={thread} projectId={entry.projectId ?? id} />
    </section>
  )
}

const RequestFacts = ({ entry }: { readonly entry: Entry }) => {
  const { projects } = useProjects()
  const names = useNames()
  const project = projects.find(({ id }) => id === entry.projectId)
  const facts: ReadonlyArray<readonly [string, React.ReactNode] | false> = [
    ["Time", <FullTime key="time" at={entry.at} />],
    ["Duration", `${entry.durationMillis.toFixed(1)} ms`],
    entry.knownError !== undefined && [
      "Error",
      <Badge key="error" tone="danger">
        {entry.knownError}
      </Badge>
    ],
    entry.faults.length > 0 && [
      "Faults",
      <Link key="faults" to="/faults">
        {entry.faults.join(", ")}
      </Link>
    ],
    ["Access level", entry.accessType ?? "None"],
    ["Project", project === undefined ? (entry.projectId ?? "None") : project.displayName],
    entry.userId !== undefined && [
      "User",
      <Link key="user" to={`/projects/${entry.projectId}/users/${entry.userId}`}>
        {names.get(entry.userId) ?? "Open the user"}
      </Link>
    ]
  ]
  return <Facts facts={facts.filter((fact) => fact !== false)} />
}

/** The command and the answer of a request that the emulator keeps. */
interface Kept {
  readonly curl: string | null
  readonly answer: { readonly headers: Readonly<Record<string, string>>; readonly body: string | null } | null
}

/** The answer, and the request as a command, without their secrets unless they are asked for. */
const Exchange = ({ requestId }: { readonly requestId: string }) => {
  const [withSecrets, setWithSecrets] = useState(false)
  const read = useRead(`request ${requestId} ${withSecrets}`, (signal) =>
    call<Kept>(`journal/${requestId}?secrets=${withSecrets}`, { signal })
  )
  return (
    <Loaded read={read} rows={1}>
      {({ answer, curl }) =>
        curl === null ? (
          <p className="gf-muted gf-small">The emulator keeps the newest 1,000 requests and their answers.</p>
        ) : (
          <>
            {answer !== null && <AnswerView {...answer} />}
            <section className="gf-stack-tight" aria-label="curl">
              <h3>Request as curl</h3>
              <Pre text={curl} what="curl command" />
              <CheckField
                label="Show keys, tokens and passwords"
                checked={withSecrets}
                onChange={({ currentTarget }) => setWithSecrets(currentTarget.checked)}
              />
            </section>
          </>
        )
      }
    </Loaded>
  )
}

const AnswerView = ({ body, headers }: NonNullable<Kept["answer"]>) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <section className="gf-stack-tight" aria-label="Response">
      <h3>Response</h3>
      {body === null ? (
        <p className="gf-muted gf-small">The emulator did not keep this body. It keeps bodies of up to 100 kB.</p>
      ) : (
        <Pre text={body === "" ? "(empty)" : indentJson(body)} what="response" />
      )}
      {lines.length > 0 && (
        <details className="more">
          <summary>
            {lines.length} {lines.length === 1 ? "header" : "headers"}
          </summary>
          <Pre text={lines.join("\n")} what="headers of the response" />
        </details>
      )}
    </section>
  )
}
