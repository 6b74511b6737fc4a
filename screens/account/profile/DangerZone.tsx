import type { CurrentUser } from "gatefold"
import { useProject } from "gatefold/react"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Row } from "../../components/Row.tsx"
import { useText } from "../../text/Text.tsx"
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx"

/** Deletes the account, where the project allows it. */
export const DangerZone = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const { clientUserDeletionEnabled } = useProject().config
  const [isAsking, setAsking] = useState(false)
  if (!clientUserDeletionEnabled) return null
  return (
    <Card title={t.profile.dangerTitle} tone="danger">
      <ul className="gf-rows">
        <Row
          title={t.profile.deleteAccount}
          description={t.profile.deleteHint}
          actions={
            <Button size="small" variant="danger-quiet" onClick={() => setAsking(true)}>
              {t.profile.deleteAccount}
            </Button>
          }
        />
      </ul>
      {isAsking && <DeleteAccountDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  )
}
