"use client"
import { useUser } from "gatefold/react"
import type { ReactNode } from "react"
import { NotFound } from "../components/NotFound.tsx"
import { PageSkeleton } from "../components/PageSkeleton.tsx"
import { Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import { useSubpath } from "../lib/url.ts"
import type { Team } from "../lib/Team.ts"
import { TeamList } from "./TeamList.tsx"
import { TeamPage } from "./TeamPage.tsx"

export interface TeamSettingsProps {
  /** Where it is shown; the page of a team is one below. */
  readonly path?: string | undefined
  /** Cards of your own on the page of a team. */
  readonly children?: ((team: Team) => ReactNode) | undefined
}

/** The user's teams: a list, and a page for each with its members, invitations, keys and profile. */
export const TeamSettings = ({ children, path = pages.teams }: TeamSettingsProps) => (
  <Screen loading={<PageSkeleton />}>
    <Teams path={path}>{children}</Teams>
  </Screen>
)

const Teams = ({ children, path = pages.teams }: TeamSettingsProps) => {
  const parts = useSubpath(path)
  // A server knows neither the path nor the user: it shows that the page is on its way.
  return parts === undefined ? <PageSkeleton /> : <Page parts={parts}>{children}</Page>
}

const Page = ({ children, parts }: Pick<TeamSettingsProps, "children"> & { readonly parts: ReadonlyArray<string> }) => {
  useUser({ or: "redirect" })
  const [teamId, ...more] = parts
  if (more.length > 0) return <NotFound />
  return teamId === undefined ? <TeamList /> : <TeamPage teamId={teamId}>{children}</TeamPage>
}
