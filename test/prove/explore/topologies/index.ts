/** Everything that is explored. */
import type { Topology } from "../../../support/explore/Topology.ts"
import { session } from "./external.ts"
import { fleet } from "./fleet.ts"
import { flows } from "./flows.ts"
import { outages } from "./outages.ts"
import { promises } from "./promises.ts"
import { proxy } from "./proxy.ts"
import { react } from "./react.ts"
import { responses } from "./responses.ts"
import { stores } from "./stores.ts"
import { tabs } from "./tabs.ts"

export const topologies: ReadonlyArray<Topology> = [
  session,
  stores,
  promises,
  react,
  tabs,
  responses,
  proxy,
  fleet,
  flows,
  outages
]
