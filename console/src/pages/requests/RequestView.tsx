import { useState } from "react"
import { Link } from "react-router"
import type { Entry } from "../../../../src/emulator/control/Journal.ts"
import { CheckField } from "#screens/components/CheckField"
import { Facts } from "#screens/components/Facts"
import { BackToList } from "../../components/ListLink.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Pre } from "../../components/Pre.tsx"
import { call } from "../../lib/control.ts"
import { useRead } from "../../lib/useRead.ts"
import { StatusBadge } from "./StatusBadge.tsx"

/** One request, and the command of curl that sends it again. */
export const RequestView = ({ entry }: { readonly entry: Entry }) => {
  const [withSecrets, setWithSecrets] = useState(false)
  const { requestId } = entry
  const read = useRead(`request ${requestId} ${withSecrets}`, (signal) =>
    call<{ readonly curl: string | null }>(`journal/${requestId}?secrets=${withSecrets}`, { signal })
  )
  return (
    <article className="gf-stack" aria-label={`${entry.method} ${entry.path}`}>
      <BackToList to="/requests">All requests</BackToList>
      <h2 className="gf-break">
        {entry.method} {entry.path}
      </h2>
      <Facts
        facts={[
          ["Status", <StatusBadge key="status" status={entry.status} />],
          ["Known error", entry.knownError ?? "None"],
          ["Took", `${entry.durationMillis.toFixed(1)} ms`],
          ["At", new Date(entry.at).toISOString()],
          ["Access", entry.accessType ?? "None"],
          ["Project", entry.projectId ?? "None"],
          [
            "User",
            entry.userId === undefined ? (
              "None"
            ) : (
              <Link key="user" to={`/projects/${entry.projectId}/users/${entry.userId}`}>
                {entry.userId}
              </Link>
            )
          ],
          ["Faults", entry.faults.join(", ") || "None"],
          ["Request id", <code key="id">{requestId}</code>]
        ]}
      />
      <Loaded read={read} rows={1}>
        {({ curl }) =>
          curl === null ? (
            <p className="gf-muted gf-small">
              The command to send it again is not there any more: it is kept for the newest requests.
            </p>
          ) : (
            <>
              <Pre text={curl} what="curl command" />
              <CheckField
                label="With keys, tokens and passwords"
                checked={withSecrets}
                onChange={({ currentTarget }) => setWithSecrets(currentTarget.checked)}
              />
            </>
          )
        }
      </Loaded>
    </article>
  )
}
