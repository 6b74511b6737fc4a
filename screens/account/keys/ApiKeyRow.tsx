import { ApiKey, ApiKeys } from "gatefold"
import { useAction } from "gatefold/react"
import { useState } from "react"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import { useToast } from "../../components/Toaster.tsx"

const statuses = {
  "manually-revoked": <Badge tone="danger">Revoked</Badge>,
  expired: <Badge tone="warning">Expired</Badge>,
  active: <Badge tone="success">Active</Badge>
}

export const ApiKeyRow = ({ apiKey }: { readonly apiKey: ApiKey.ApiKey }) => {
  const revoke = useAction(ApiKeys.revoke)
  const [isRevoking, setRevoking] = useState(false)
  const tell = useToast()
  const status = ApiKey.whyInvalid(apiKey, new Date()) ?? "active"
  const confirm = async () => {
    const result = await revoke.run({ id: apiKey.id })
    if (!result.ok) return
    setRevoking(false)
    tell("The key was revoked")
  }
  return (
    <tr>
      <th scope="row" className="gf-break">
        {apiKey.description}
      </th>
      <td>
        <code>…{apiKey.value.lastFour}</code>
      </td>
      <td>{statuses[status]}</td>
      <td>{apiKey.expiresAt === undefined ? "Never" : <RelativeTime date={apiKey.expiresAt} />}</td>
      <td>
        <RelativeTime date={apiKey.createdAt} />
      </td>
      <td className="gf-cell-actions">
        {status === "active" && (
          <Button
            size="small"
            variant="danger-quiet"
            aria-label={`Revoke ${apiKey.description}`}
            onClick={() => setRevoking(true)}
          >
            Revoke
          </Button>
        )}
        {isRevoking && (
          <ConfirmDialog
            title="Revoke this key?"
            confirm="Revoke key"
            isPending={revoke.isPending}
            error={revoke.error}
            onConfirm={() => void confirm()}
            onClose={() => setRevoking(false)}
          >
            Programs that use “{apiKey.description}” stop working at once. This cannot be undone.
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
