import { Badge } from "#screens/components/Badge"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { ActButton } from "../../components/ActButton.tsx"
import { DataTable } from "../../components/DataTable.tsx"
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
            <Empty title="No sessions yet">Each sign-in of this user appears here. “Sign in as” creates one.</Empty>
          ) : (
            <DataTable
              label="Sessions"
              rows={sessions}
              keyOf={({ id }) => id}
              initialSort="-started"
              columns={[
                {
                  id: "started",
                  label: "Started",
                  by: ({ createdAt }) => Number(createdAt),
                  cell: ({ createdAt, isImpersonation }) => (
                    <span className="gf-row">
                      <When at={createdAt} />
                      {isImpersonation && <Badge tone="warning">Impersonation</Badge>}
                    </span>
                  )
                },
                {
                  id: "used",
                  label: "Last used",
                  by: ({ lastUsedAt }) => Number(lastUsedAt ?? 0),
                  cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? "Never" : <When at={lastUsedAt} />)
                },
                {
                  id: "address",
                  label: "IP address",
                  isMinor: true,
                  by: ({ geoInfo }) => geoInfo?.ip ?? "",
                  cell: ({ geoInfo }) => geoInfo?.ip ?? "Unknown"
                },
                {
                  id: "actions",
                  label: "",
                  cell: (session) => (
                    <ActButton
                      size="small"
                      label={`End the session ${session.id.slice(0, 8)}`}
                      act={act}
                      run={() => app.sessions.revoke({ userId: user.id, sessionId: session.id })}
                      done="Session ended. Its access token works until it expires."
                    >
                      End
                    </ActButton>
                  )
                }
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
