import { useAction, useResource } from "gatefold/react"
import { useState } from "react"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { ConfirmDialog } from "#screens/components/ConfirmDialog"
import { Empty } from "#screens/components/Empty"
import { Loaded } from "#screens/components/Loaded"
import { RelativeTime } from "#screens/components/RelativeTime"
import type { UserApiKey, UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"
import { AdminTable } from "../AdminTable.tsx"

/** The API keys of a user. */
export const UserApiKeys = ({ details: { user } }: { readonly details: UserDetails }) => {
  const keys = useResource(Admin.listUserApiKeys, { userId: user.id }, { as: "result" })
  const [going, setGoing] = useState<UserApiKey>()
  return (
    <Card title="API keys" description="Programs use them to act as the user. Their values are never shown.">
      {keys.error?._tag === "Refused" ? (
        <Empty title="Users have no API keys">{keys.error.message}</Empty>
      ) : (
        <Loaded read={keys} rows={2}>
          {(keys) =>
            keys.length === 0 ? (
              <Empty title="No API keys" />
            ) : (
              <AdminTable label="API keys" columns={["Key", { minor: "Created" }, "Expires", ""]}>
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onRevoke={() => setGoing(key)} />
                ))}
              </AdminTable>
            )
          }
        </Loaded>
      )}
      {going !== undefined && <Revoke apiKey={going} onClose={() => setGoing(undefined)} />}
    </Card>
  )
}

const states = { expired: "Expired", "manually-revoked": "Revoked" }

const KeyRow = ({ apiKey, onRevoke }: { readonly apiKey: UserApiKey; readonly onRevoke: () => void }) => (
  <tr>
    <th scope="row">
      <span className="gf-list-main">
        {apiKey.description}
        <span className="gf-mono gf-muted gf-small">…{apiKey.lastFour}</span>
      </span>
    </th>
    <td data-minor>
      <RelativeTime date={apiKey.createdAt} />
    </td>
    <td>{apiKey.expiresAt === null ? "Never" : <RelativeTime date={apiKey.expiresAt} />}</td>
    <td className="gf-cell-actions">
      {apiKey.whyInvalid === null ? (
        <Button size="small" variant="danger-quiet" aria-label={`Revoke ${apiKey.description}`} onClick={onRevoke}>
          Revoke
        </Button>
      ) : (
        <Badge>{states[apiKey.whyInvalid]}</Badge>
      )}
    </td>
  </tr>
)

const Revoke = ({ apiKey, onClose }: { readonly apiKey: UserApiKey; readonly onClose: () => void }) => {
  const revoke = useAction(Admin.revokeUserApiKey)
  const run = async () => {
    if ((await revoke.run({ id: apiKey.id })).ok) onClose()
  }
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.description}?`}
      confirm="Revoke key"
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      Programs that use it are refused within a minute. This cannot be undone.
    </ConfirmDialog>
  )
}
