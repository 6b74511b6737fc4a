"use client"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { EmptyPage } from "../components/EmptyPage.tsx"
import { Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import type { Team } from "../lib/Team.ts"
import { useSubpath } from "../lib/url.ts"
import type { ReadMembers } from "../lib/useMemberDetails.ts"
import { useText } from "../text/Text.tsx"
import { isTabName } from "./tabs.ts"
import { TeamList } from "./TeamList.tsx"
import { TeamPage } from "./TeamPage.tsx"
import { TeamSkeleton } from "./TeamSkeleton.tsx"
import { TeamsShell } from "./TeamsShell.tsx"

export interface TeamSettingsProps {
  /** Where it is shown; the page of a team is one below, and its tabs below that. */
  readonly path?: string | undefined
  /**
   * Asks your server for the emails and roles of members, which the service returns to servers only. Without it,
   * members appear by their names. Define it outside of components.
   */
  readonly readMembers?: ReadMembers | undefined
  /** Your own cards on the page of a team, below its members. */
  readonly children?: ((team: Team) => ReactNode) | undefined
}

/** The user's teams: a list, and a page for each with its members, invitations, API keys and settings. */
export const TeamSettings = ({ path = pages.teams, ...props }: TeamSettingsProps) => (
  <Screen loading={<TeamSkeleton />}>
    <Teams path={path} {...props} />
  </Screen>
)

interface TeamsProps extends Omit<TeamSettingsProps, "path"> {
  readonly path: string
}

const Teams = (props: TeamsProps) => {
  const parts = useSubpath(props.path)
  // A server knows neither the path nor the user: it shows a placeholder.
  return parts === undefined ? <TeamSkeleton /> : <Page {...props} parts={parts} />
}

interface PageProps extends TeamsProps {
  readonly parts: ReadonlyArray<string>
}

const Page = ({ parts, ...props }: PageProps) => {
  useUser({ or: "redirect" })
  const [teamId, tab = "", ...more] = parts
  if (teamId === undefined) return <TeamList path={props.path} />
  if (!isTabName(tab) || more.length > 0) return <NoPage path={props.path} />
  return <TeamPage {...props} teamId={teamId} tab={tab} />
}

const NoPage = ({ path }: Pick<TeamsProps, "path">) => {
  const t = useText()
  return (
    <TeamsShell path={path}>
      <EmptyPage
        icon="search"
        title={t.outcome.notFoundTitle}
        action={
          <ButtonLink variant="primary" to={path}>
            {t.team.goToTeams}
          </ButtonLink>
        }
      >
        {t.outcome.notFound}
      </EmptyPage>
    </TeamsShell>
  )
}
