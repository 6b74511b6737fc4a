import { useAction } from "gatefold/react"
import { useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { FormError } from "#screens/components/FormError"
import { RelativeTime } from "#screens/components/RelativeTime"
import { useToast } from "#screens/components/Toaster"
import type { UserDetails, UserSession } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"
import { AdminTable } from "../AdminTable.tsx"
import { userName } from "./userName.ts"

const shownAtFirst = 10

/** Where a user is signed in. */
export const UserSessions = ({ details: { sessions, user } }: { readonly details: UserDetails }) => {
  const end = useAction(Admin.endSession)
  const signOut = useAction(Admin.signOutUser)
  const tell = useToast()
  const [areAllShown, setAllShown] = useState(false)
  const shown = areAllShown ? sessions : sessions.slice(0, shownAtFirst)
  const endAll = async () => {
    const result = await signOut.run({ userId: user.id })
    if (result.ok) tell(`${userName(user)} was signed out everywhere.`)
  }
  return (
    <Card
      title="Sessions"
      description="The service records the IP address of each session, but not the browser or operating system."
      actions={
        sessions.length > 0 && (
          <Button variant="danger-quiet" isPending={signOut.isPending} onClick={() => void endAll()}>
            Sign out everywhere
          </Button>
        )
      }
    >
      <FormError error={end.error ?? signOut.error} />
      {sessions.length === 0 ? (
        <Empty title="No active sessions" />
      ) : (
        <>
          <AdminTable label="Sessions" columns={["Started", "Last used", { minor: "From" }, ""]}>
            {shown.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isPending={end.isPending}
                onEnd={() => void end.run({ userId: user.id, sessionId: session.id })}
              />
            ))}
          </AdminTable>
          {shown.length < sessions.length && (
            <div>
              <Button size="small" onClick={() => setAllShown(true)}>
                Show all {sessions.length}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}

interface SessionRowProps {
  readonly session: UserSession
  readonly isPending: boolean
  readonly onEnd: () => void
}

const SessionRow = ({ isPending, onEnd, session }: SessionRowProps) => (
  <tr>
    <th scope="row">
      <span className="gf-row">
        <RelativeTime date={session.createdAt} />
        {session.isImpersonation && <Badge tone="warning">Impersonation</Badge>}
      </span>
    </th>
    <td>{session.lastUsedAt === null ? "Never" : <RelativeTime date={session.lastUsedAt} />}</td>
    <td data-minor>{[session.place, session.ip].filter((part) => part !== null).join(" · ") || "Unknown"}</td>
    <td className="gf-cell-actions">
      <Button
        size="small"
        isPending={isPending}
        aria-label={`End the session ${session.id.slice(0, 8)}`}
        onClick={onEnd}
      >
        End
      </Button>
    </td>
  </tr>
)
