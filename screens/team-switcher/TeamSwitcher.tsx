"use client"
import { CurrentUser } from "gatefold"
import { useAction, useTeams, useUser } from "gatefold/react"
import { Avatar } from "../components/Avatar.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { Menu } from "../components/Menu.tsx"
import { Root } from "../components/Root.tsx"
import { Toaster } from "../components/Toaster.tsx"
import { pages } from "../lib/pages.ts"
import { useReport } from "../lib/useReport.ts"
import { useWanted } from "../lib/useWanted.ts"
import { useText } from "../text/Text.tsx"

/** The team that the user works in, with a menu to change it; nothing for signed-out visitors. */
export const TeamSwitcher = () => {
  const user = useUser({ as: "value" })
  return (
    <Toaster>
      <Root isInline>{user && <TeamMenu selectedTeamId={user.selectedTeamId} />}</Root>
    </Toaster>
  )
}

const TeamMenu = ({ selectedTeamId }: { readonly selectedTeamId: string | null }) => {
  const t = useText()
  const teams = useTeams({ as: "value" })
  const select = useAction(CurrentUser.setSelectedTeam)
  const report = useReport()
  const [shownId, show] = useWanted(selectedTeamId, async (id) => {
    const team = teams?.find((team) => team.id === id)
    return team !== undefined && report(await select.run(team.id), t.teams.switched({ team: team.displayName }))
  })
  // As large as the button will be.
  if (teams === undefined) return <span className="gf-team-placeholder" />
  const current = teams.find(({ id }) => id === shownId)
  const name = current?.displayName ?? t.teamSwitcher.none
  return (
    <Menu
      label={t.teamSwitcher.label({ team: name })}
      className="gf-team-button"
      button={
        <>
          {current === undefined ? (
            <span className="gf-team-none">
              <Icon name="team" />
            </span>
          ) : (
            <Avatar name={name} image={current.profileImageUrl} kind="team" />
          )}
          <span className="gf-truncate">{name}</span>
          <Icon name="chevronUpDown" />
        </>
      }
    >
      {teams.length > 0 && (
        <div className="gf-menu-group" role="group" aria-label={t.teamSwitcher.heading}>
          <p className="gf-menu-label" aria-hidden>
            {t.teamSwitcher.heading}
          </p>
          {teams.map((team) => (
            <button
              key={team.id}
              type="button"
              aria-pressed={team === current}
              onClick={() => (team === current ? undefined : show(team.id))}
            >
              <Avatar name={team.displayName} image={team.profileImageUrl} kind="team" />
              <span className="gf-menu-text gf-truncate">{team.displayName}</span>
              {team === current && <Icon name="check" />}
            </button>
          ))}
          <hr />
        </div>
      )}
      <Link to={pages.teams}>
        <Icon name={teams.length === 0 ? "plus" : "team"} />
        {teams.length === 0 ? t.teamSwitcher.create : t.teamSwitcher.all}
      </Link>
    </Menu>
  )
}
