"use client"
import { CurrentUser } from "gatefold"
import { useAction, useTeams, useUser } from "gatefold/react"
import { Avatar } from "../components/Avatar.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { Menu } from "../components/Menu.tsx"
import { Toaster, useToast } from "../components/Toaster.tsx"
import { describeError } from "../lib/describeError.ts"
import { pages } from "../lib/pages.ts"
import type { Team } from "../lib/Team.ts"
import { useText } from "../text/Text.tsx"

/** The team that the user works in, with a menu to change it; nothing for whoever is signed out. */
export const TeamSwitcher = () => {
  const user = useUser({ as: "value" })
  return (
    <Toaster>
      <div className="gf gf-inline">{user && <TeamMenu selectedTeamId={user.selectedTeamId} />}</div>
    </Toaster>
  )
}

const TeamMenu = ({ selectedTeamId }: { readonly selectedTeamId: string | null }) => {
  const t = useText()
  const teams = useTeams({ as: "value" })
  const select = useAction(CurrentUser.setSelectedTeam)
  const tell = useToast()
  const choose = async ({ id }: Team) => {
    const result = await select.run(id)
    if (!result.ok && result.error._tag !== "Interrupted") tell(describeError(t, result.error))
  }
  if (teams === undefined) return null
  const current = teams.find(({ id }) => id === selectedTeamId)
  const name = current?.displayName ?? "No team"
  return (
    <Menu
      label={`Team: ${name}`}
      className="gf-team-button"
      button={
        <>
          {current === undefined ? <Icon name="team" /> : <Avatar name={name} image={current.profileImageUrl} />}
          <span className="gf-truncate">{name}</span>
        </>
      }
    >
      {teams.map((team) => (
        <button key={team.id} type="button" aria-pressed={team === current} onClick={() => void choose(team)}>
          <Avatar name={team.displayName} image={team.profileImageUrl} />
          <span className="gf-list-main gf-truncate">{team.displayName}</span>
          {team === current && <Icon name="check" />}
        </button>
      ))}
      <Link to={pages.teams}>
        <Icon name="team" /> {teams.length === 0 ? "Create a team" : "All teams"}
      </Link>
    </Menu>
  )
}
