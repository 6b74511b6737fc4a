import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Table } from "#screens/components/Table"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { When } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import type { User } from "../../lib/users.ts"

/** The sessions of a user. */
export const UserSessions = ({ user }: { readonly user: User }) => {
  const { app } = useProject()
  const act = useAct()
  const read = useRead(`sessions ${user.id}`, (signal) => app.sessions.list(user.id, { signal }))
  return (
    <Card title="Sessions" description="Includes sessions that you created with “Sign in as”.">
      <Failure error={act.error} />
      <Loaded read={read}>
        {(sessions) =>
          sessions.length === 0 ? (
            <Empty title="No sessions">A sign-in of this user appears here.</Empty>
          ) : (
            <Table label="Sessions" columns={["Started", "Last used", "IP address", ""]}>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <th scope="row">
                    <span className="gf-row">
                      <When at={session.createdAt} />
                      {session.isImpersonation && <Badge tone="warning">Impersonation</Badge>}
                    </span>
                  </th>
                  <td>{session.lastUsedAt === undefined ? "Never" : <When at={session.lastUsedAt} />}</td>
                  <td>{session.geoInfo?.ip ?? "Unknown"}</td>
                  <td className="gf-cell-actions">
                    <Button
                      size="small"
                      aria-label={`End the session ${session.id.slice(0, 8)}`}
                      isPending={act.isPending}
                      onClick={() =>
                        void act.run(
                          () => app.sessions.revoke({ userId: user.id, sessionId: session.id }),
                          "Session ended. Its access token works until it expires."
                        )
                      }
                    >
                      End
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Card>
  )
}
