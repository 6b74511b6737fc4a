/** Every scenario, by area. */
import * as CurrentUser from "./CurrentUser.scenarios.ts"
import * as Password from "./Password.scenarios.ts"
import * as Sessions from "./Sessions.scenarios.ts"
import type { Scenario } from "./Scenario.ts"

export const areas: ReadonlyArray<readonly [area: string, scenarios: ReadonlyArray<Scenario>]> = [
  ["Password", Password.scenarios],
  ["CurrentUser", CurrentUser.scenarios],
  ["Sessions", Sessions.scenarios]
]
