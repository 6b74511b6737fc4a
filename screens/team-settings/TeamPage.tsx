import { usePermissions, useProject, useTeams, useUser } from "gatefold/react"
import { type ReactNode, Suspense } from "react"
import { Avatar } from "../components/Avatar.tsx"
import { Badge } from "../components/Badge.tsx"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { Card } from "../components/Card.tsx"
import { CardsSkeleton } from "../components/CardsSkeleton.tsx"
import { Empty } from "../components/Empty.tsx"
import { ErrorBoundary } from "../components/ErrorBoundary.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { PageTitle } from "../components/PageTitle.tsx"
import type { Team } from "../lib/Team.ts"
import type { ReadMembers } from "../lib/useMemberDetails.ts"
import { useText } from "../text/Text.tsx"
import { SelectTeam } from "./SelectTeam.tsx"
import { type Tab, type TabName, tabs } from "./tabs.ts"
import { TeamApiKeys } from "./TeamApiKeys.tsx"
import { TeamInvitations } from "./TeamInvitations.tsx"
import { TeamMembers } from "./TeamMembers.tsx"
import { TeamSettingsTab } from "./TeamSettingsTab.tsx"

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
  const t = useText()
  const user = useUser({ or: "redirect" })
  const team = useTeams().find(({ id }) => id === teamId)
  if (team === undefined) {
    return (
      <OutcomeCard
        title={t.team.notFoundTitle}
        icon="team"
        actions={
          <ButtonLink variant="primary" block to={props.path}>
            {t.team.goToTeams}
          </ButtonLink>
        }
      >
        {t.team.notFound}
      </OutcomeCard>
    )
  }
  return (
    <div className="gf-page" key={team.id}>
      <div className="gf-team-header">
        <Link className="gf-back" to={props.path}>
          <Icon name="chevronBack" />
          {t.team.all}
        </Link>
        <div className="gf-team-title">
          <Avatar name={team.displayName} image={team.profileImageUrl} size="large" kind="team" />
          <PageTitle>{team.displayName}</PageTitle>
          {user.selectedTeamId === team.id ? (
            <Badge tone="accent">{t.teams.current}</Badge>
          ) : (
            <SelectTeam team={team} />
          )}
        </div>
      </div>
      <Suspense fallback={<TabsSkeleton />}>
        <Tabs {...props} team={team} />
      </Suspense>
    </div>
  )
}

const TabsSkeleton = () => (
  <>
    <div className="gf-tabs" />
    <CardsSkeleton />
  </>
)

interface TabsProps extends Omit<TeamPageProps, "teamId"> {
  readonly team: Team
}

const Tabs = ({ children, path, readMembers, tab, team }: TabsProps) => {
  const t = useText()
  const { allowTeamApiKeys } = useProject().config
  const permissions = usePermissions({ teamId: team.id })
  const may = (permission: string) => permissions.some(({ id }) => id === permission)
  const isShown = (name: TabName) => {
    const { permission: needed }: Tab = tabs[name]
    return (name !== "api-keys" || allowTeamApiKeys) && (needed === undefined || may(needed))
  }
  const shown = Object.keys(tabs).filter((name): name is TabName => isShown(name as TabName))
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
    <>
      <nav className="gf-tabs" aria-label={t.team.label}>
        {shown.map((name) => (
          <Link
            key={name}
            to={[path, team.id, name].filter((part) => part !== "").join("/")}
            aria-current={name === tab ? "page" : undefined}
          >
            {t.team[tabs[name].name]}
          </Link>
        ))}
      </nav>
      <ErrorBoundary key={tab}>
        <Suspense fallback={<CardsSkeleton />}>
          {isShown(tab) ? (
            show[tab]()
          ) : (
            <Card title={t.team[tabs[tab].name]}>
              <Empty icon="lock" title={t.team.notAllowedTitle}>
                {t.team.notAllowed}
              </Empty>
            </Card>
          )}
        </Suspense>
      </ErrorBoundary>
    </>
  )
}
