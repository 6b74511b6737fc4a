import { Sessions } from "gatefold"
import { operation, useAction, useSessions } from "gatefold/react"
import { useState } from "react"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { useText } from "../../text/Text.tsx"
import { PartHeader } from "../PartHeader.tsx"
import { SessionRow } from "./SessionRow.tsx"

/** Ends several sessions. */
const revokeAll = operation("Sessions.revokeAll", { changes: ["sessions"] })(function* (
  ids: ReadonlyArray<Sessions.UserSession["id"]>
) {
  for (const id of ids) yield* Sessions.revoke(id)
})

export const SessionsPage = () => {
  const t = useText()
  const sessions = useSessions()
  const revoke = useAction(revokeAll)
  const [isAsking, setAsking] = useState(false)
  const tell = useToast()
  const isCurrent = ({ isCurrentSession }: Sessions.UserSession) => isCurrentSession === true
  const others = sessions.filter((session) => !isCurrent(session))
  const signOutOthers = async () => {
    const result = await revoke.run(others.map(({ id }) => id))
    if (!result.ok) return
    setAsking(false)
    tell(t.sessions.othersDone)
  }
  return (
    <>
      <PartHeader
        name="sessions"
        actions={
          others.length > 1 ? (
            <Button size="small" onClick={() => setAsking(true)}>
              {t.sessions.signOutOthers}
            </Button>
          ) : undefined
        }
      />
      <Card label={t.sessions.title} footer={others.length === 0 ? t.sessions.onlyOne : t.sessions.unknownHint}>
        <ul className="gf-rows">
          {[...sessions.filter(isCurrent), ...others].map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
        {isAsking && (
          <ConfirmDialog
            title={t.sessions.othersTitle}
            confirm={t.sessions.signOutOthers}
            isHarmless
            isPending={revoke.isPending}
            error={revoke.error}
            onConfirm={() => void signOutOthers()}
            onClose={() => setAsking(false)}
          >
            {t.sessions.othersHint}
          </ConfirmDialog>
        )}
      </Card>
    </>
  )
}
