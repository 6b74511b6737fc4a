import { usePermissions, useProject, useTeams, useUser } from "gatefold/react"
import { type ReactNode, Suspense } from "react"
import { Avatar } from "../components/Avatar.tsx"
import { Badge } from "../components/Badge.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { CardsSkeleton } from "../components/CardsSkeleton.tsx"
import { EmptyPage } from "../components/EmptyPage.tsx"
import { ErrorBoundary } from "../components/ErrorBoundary.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { PageTitle } from "../components/PageTitle.tsx"
import { Shell } from "../components/Shell.tsx"
import type { Team } from "../lib/Team.ts"
import type { ReadMembers } from "../lib/useMemberDetails.ts"
import { useText } from "../text/Text.tsx"
import { NotAllowed } from "./NotAllowed.tsx"
import { SelectTeam } from "./SelectTeam.tsx"
import { TabHeader } from "./TabHeader.tsx"
import { type Tab, type TabName, tabs } from "./tabs.ts"
import { TeamApiKeys } from "./TeamApiKeys.tsx"
import { TeamInvitations } from "./TeamInvitations.tsx"
import { TeamMembers } from "./TeamMembers.tsx"
import { TeamSettingsTab } from "./TeamSettingsTab.tsx"
import { TeamsShell } from "./TeamsShell.tsx"

export interface TeamPageProps {
  /** Of the list of teams. */
  readonly path: string
  readonly teamId: string
  readonly tab: TabName
  readonly readMembers?: ReadMembers | undefined
  /** The app's own content for a team. */
  readonly children?: ((team: Team) => ReactNode) | undefined
}

/** Everything about one team, as far as the user may see it. */
export const TeamPage = ({ teamId, ...props }: TeamPageProps) => {
  const team = useTeams().find(({ id }) => id === teamId)
  return team === undefined ? <NoTeam path={props.path} /> : <TeamTabs key={team.id} {...props} team={team} />
}

const NoTeam = ({ path }: Pick<TeamPageProps, "path">) => {
  const t = useText()
  return (
    <TeamsShell path={path}>
      <EmptyPage
        icon="team"
        title={t.team.notFoundTitle}
        action={
          <ButtonLink variant="primary" to={path}>
            {t.team.goToTeams}
          </ButtonLink>
        }
      >
        {t.team.notFound}
      </EmptyPage>
    </TeamsShell>
  )
}

interface TeamTabsProps extends Omit<TeamPageProps, "teamId"> {
  readonly team: Team
}

const TeamTabs = ({ children, path, readMembers, tab, team }: TeamTabsProps) => {
  const t = useText()
  const user = useUser({ or: "redirect" })
  const { allowTeamApiKeys } = useProject().config
  const permissions = usePermissions({ teamId: team.id })
  const may = (permission: string) => permissions.some(({ id }) => id === permission)
  const isShown = (name: TabName) => {
    const { permission: needed }: Tab = tabs[name]
    return (name !== "api-keys" || allowTeamApiKeys) && (needed === undefined || may(needed))
  }
  const shown = Object.keys(tabs).filter((name): name is TabName => isShown(name as TabName))
  const title = t.team[tabs[tab].name]
  const show: Readonly<Record<TabName, () => ReactNode>> = {
    "": () => (
      <>
        <TeamMembers team={team} may={may} invite={`${path}/${team.id}/invitations`} readMembers={readMembers} />
        {children?.(team)}
      </>
    ),
    invitations: () => <TeamInvitations team={team} />,
    "api-keys": () => <TeamApiKeys team={team} />,
    settings: () => <TeamSettingsTab team={team} may={may} />
  }
  return (
    <Shell
      back={{ to: path, label: t.team.all }}
      subject={
        <div className="gf-team-title">
          <Avatar name={team.displayName} image={team.profileImageUrl} kind="team" />
          <PageTitle>{team.displayName}</PageTitle>
          {user.selectedTeamId === team.id ? <Badge>{t.teams.current}</Badge> : <SelectTeam team={team} />}
        </div>
      }
      label={t.team.label}
      current={tab}
      links={shown.map((name) => (
        <Link
          key={name}
          to={[path, team.id, name].filter((part) => part !== "").join("/")}
          aria-current={name === tab ? "page" : undefined}
        >
          <Icon name={tabs[name].icon} />
          {t.team[tabs[name].name]}
        </Link>
      ))}
    >
      <ErrorBoundary key={tab}>
        <Suspense
          fallback={
            <>
              <TabHeader title={title} />
              <CardsSkeleton />
            </>
          }
        >
          {isShown(tab) ? show[tab]() : <NotAllowed title={title} />}
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
