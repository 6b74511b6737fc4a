"use client"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { NotFound } from "../components/NotFound.tsx"
import { Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import { useSubpath } from "../lib/url.ts"
import type { Team } from "../lib/Team.ts"
import { isTabName } from "./tabs.ts"
import { TeamList } from "./TeamList.tsx"
import { TeamPage } from "./TeamPage.tsx"
import { TeamSkeleton } from "./TeamSkeleton.tsx"

export interface TeamSettingsProps {
  /** Where it is shown; the page of a team is one below, and its tabs below that. */
  readonly path?: string | undefined
  /** Your own cards on the page of a team, below its members. */
  readonly children?: ((team: Team) => ReactNode) | undefined
}

/** The user's teams: a list, and a page for each with its members, invitations, API keys and settings. */
export const TeamSettings = ({ children, path = pages.teams }: TeamSettingsProps) => (
  <Screen loading={<TeamSkeleton />}>
    <Teams path={path}>{children}</Teams>
  </Screen>
)

const Teams = ({ children, path = pages.teams }: TeamSettingsProps) => {
  const parts = useSubpath(path)
  // A server knows neither the path nor the user: it shows that the page is on its way.
  return parts === undefined ? (
    <TeamSkeleton />
  ) : (
    <Page path={path} parts={parts}>
      {children}
    </Page>
  )
}

interface PageProps extends Pick<TeamSettingsProps, "children"> {
  readonly path: string
  readonly parts: ReadonlyArray<string>
}

const Page = ({ children, parts, path }: PageProps) => {
  useUser({ or: "redirect" })
  const [teamId, tab = "", ...more] = parts
  if (teamId === undefined) return <TeamList path={path} />
  if (!isTabName(tab) || more.length > 0) return <NotFound />
  return (
    <TeamPage path={path} teamId={teamId} tab={tab}>
      {children}
    </TeamPage>
  )
}
