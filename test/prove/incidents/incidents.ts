/** All incidents, in the order in which they are played. */
import type { Incident } from "./Incident.ts"
import { clockOff, forgedTokens, keysRotated } from "./keys.ts"
import { certificateExpired, serviceDown, serviceSlow } from "./outages.ts"
import { deploy, postgresLost, redisLost } from "./processes.ts"

export const incidents: ReadonlyArray<Incident> = [
  serviceDown,
  serviceSlow,
  certificateExpired,
  keysRotated,
  redisLost,
  postgresLost,
  clockOff,
  deploy,
  forgedTokens
]
