import { Teams } from "gatefold"
import { RequirePermission, useAction, useNavigate } from "gatefold/react"
import { useState } from "react"
import { Button } from "../components/Button.tsx"
import { Card } from "../components/Card.tsx"
import { ConfirmDialog } from "../components/ConfirmDialog.tsx"
import { useToast } from "../components/Toaster.tsx"
import { pages } from "../lib/pages.ts"
import type { TeamProps } from "../lib/Team.ts"

/** The two ways out of a team. */
export const LeaveTeam = ({ team }: TeamProps) => {
  const [asked, setAsked] = useState<"leave" | "delete">()
  const leave = useAction(Teams.leave)
  const remove = useAction(Teams.delete)
  const navigate = useNavigate()
  const tell = useToast()
  const action = asked === "delete" ? remove : leave
  const run = async () => {
    const result = await action.run(team.id)
    if (!result.ok) return
    tell(asked === "delete" ? `${team.displayName} was deleted.` : `You have left ${team.displayName}.`)
    navigate(pages.teams)
  }
  const close = () => {
    action.reset()
    setAsked(undefined)
  }
  return (
    <Card title="Leave" tone="danger">
      <div className="gf-row">
        <Button onClick={() => setAsked("leave")}>Leave team</Button>
        <RequirePermission permission="$delete_team" teamId={team.id}>
          <Button variant="danger-quiet" onClick={() => setAsked("delete")}>
            Delete team
          </Button>
        </RequirePermission>
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          title={asked === "delete" ? `Delete ${team.displayName}?` : `Leave ${team.displayName}?`}
          confirm={asked === "delete" ? "Delete for everybody" : "Leave team"}
          typed={asked === "delete" ? team.displayName : undefined}
          isPending={action.isPending}
          error={action.error}
          onConfirm={() => void run()}
          onClose={close}
        >
          {asked === "delete"
            ? "The team goes for all of its members, with its invitations and API keys. This cannot be undone."
            : "You lose access at once. Somebody has to invite you to come back."}
        </ConfirmDialog>
      )}
    </Card>
  )
}
