/** Every scenario, by area. */
import * as Access from "./Access.scenarios.ts"
import * as ContactChannels from "./ContactChannels.scenarios.ts"
import * as CurrentUser from "./CurrentUser.scenarios.ts"
import * as InternalApiKeys from "./InternalApiKeys.scenarios.ts"
import * as Password from "./Password.scenarios.ts"
import * as Projects from "./Projects.scenarios.ts"
import type { Scenario } from "./Scenario.ts"
import * as Service from "./Service.scenarios.ts"
import * as Sessions from "./Sessions.scenarios.ts"
import * as Users from "./Users.scenarios.ts"

export const areas: ReadonlyArray<readonly [area: string, scenarios: ReadonlyArray<Scenario>]> = [
  ["Access", Access.scenarios],
  ["Password", Password.scenarios],
  ["CurrentUser", CurrentUser.scenarios],
  ["Sessions", Sessions.scenarios],
  ["ContactChannels", ContactChannels.scenarios],
  ["Users", Users.scenarios],
  ["Projects", Projects.scenarios],
  ["InternalApiKeys", InternalApiKeys.scenarios],
  ["Service", Service.scenarios]
]
