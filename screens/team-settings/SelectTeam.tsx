import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Button } from "../components/Button.tsx"
import { useToast } from "../components/Toaster.tsx"
import { describeError } from "../lib/describeError.ts"
import type { TeamProps } from "../lib/Team.ts"
import { useText } from "../text/Text.tsx"

/** Makes a team the one that the user works in. */
export const SelectTeam = ({ team }: TeamProps) => {
  const t = useText()
  const select = useAction(CurrentUser.setSelectedTeam)
  const tell = useToast()
  const run = async () => {
    const result = await select.run(team.id)
    if (result.ok) tell(`You now work in ${team.displayName}.`)
    else if (result.error._tag !== "Interrupted") tell(describeError(t, result.error))
  }
  return (
    <Button
      size="small"
      isPending={select.isPending}
      aria-label={`Work in ${team.displayName}`}
      onClick={() => void run()}
    >
      Make current
    </Button>
  )
}
