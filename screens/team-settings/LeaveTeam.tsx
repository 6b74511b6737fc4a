import { Teams } from "gatefold"
import { useAction, useNavigate } from "gatefold/react"
import { useState } from "react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { ConfirmDialog } from "../components/ConfirmDialog.tsx"
import { Row } from "../components/Row.tsx"
import { useToast } from "../components/Toaster.tsx"
import { pages } from "../lib/pages.ts"
import type { TeamProps } from "../lib/Team.ts"
import { useText } from "../text/Text.tsx"

export interface LeaveTeamProps extends TeamProps {
  readonly mayDelete: boolean
}

/** The two ways out of a team. */
export const LeaveTeam = ({ mayDelete, team }: LeaveTeamProps) => {
  const t = useText()
  const [asked, setAsked] = useState<"leave" | "delete">()
  const leave = useAction(Teams.leave)
  const remove = useAction(Teams.delete)
  const navigate = useNavigate()
  const tell = useToast()
  const named = { team: team.displayName }
  const isDeleting = asked === "delete"
  const action = isDeleting ? remove : leave
  const run = async () => {
    const result = await action.run(team.id)
    if (!result.ok) return
    tell(isDeleting ? t.team.deleted(named) : t.team.left(named))
    navigate(pages.teams)
  }
  const close = () => {
    action.reset()
    setAsked(undefined)
  }
  return (
    <Card title={t.team.dangerTitle} tone="danger">
      <ul className="gf-rows">
        <Row
          title={t.team.leave}
          description={t.team.leaveHint}
          actions={
            <Button size="small" variant="danger-quiet" onClick={() => setAsked("leave")}>
              {t.team.leave}
            </Button>
          }
        />
        {mayDelete && (
          <Row
            title={t.team.delete}
            description={t.team.deleteHint}
            actions={
              <Button size="small" variant="danger-quiet" onClick={() => setAsked("delete")}>
                {t.team.delete}
              </Button>
            }
          />
        )}
      </ul>
      {asked !== undefined && (
        <ConfirmDialog
          title={isDeleting ? t.team.deleteTitle(named) : t.team.leaveTitle(named)}
          confirm={isDeleting ? t.team.delete : t.team.leave}
          typed={isDeleting ? team.displayName : undefined}
          isPending={action.isPending}
          error={action.error}
          onConfirm={() => void run()}
          onClose={close}
        >
          {isDeleting ? t.team.deleteHint : t.team.leaveHint}
        </ConfirmDialog>
      )}
    </Card>
  )
}
