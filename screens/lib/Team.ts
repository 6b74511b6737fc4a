import type { Teams } from "gatefold"
import type { Action } from "gatefold/react"

/** A team as its members see it. */
export type Team = NonNullable<Action<typeof Teams.create>["data"]>

/** What the cards of a team's page take. */
export interface TeamProps {
  readonly team: Team
}
