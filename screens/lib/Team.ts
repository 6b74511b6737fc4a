import type { Teams } from "gatefold"
import type { Action } from "gatefold/react"

/** A team as its members see it. */
export type Team = NonNullable<Action<typeof Teams.create>["value"]>

/** The props of the cards on a team's page. */
export interface TeamProps {
  readonly team: Team
}
