/** Incidents of the app: its store is lost, and its processes are replaced. */
import { setTimeout } from "node:timers/promises"
import { type Kind, postgres, redis } from "../../support/storeServers.ts"
import { holdsIf } from "../../support/verdicts.ts"
import { allAnswered, type Incident } from "./Incident.ts"
import type { Sample } from "./seen.ts"
import { processes } from "./World.ts"

const storeLost = (store: Kind): Incident => ({
  name: `${store.name.toLowerCase()}-lost`,
  title: `${store.name} is killed, and comes back without data after 15 seconds`,
  runbook: "Store of the fleet down",
  store,
  play: async ({ crowd, store }) => {
    crowd.stage("killed")
    await store.kill()
    await setTimeout(15_000)
    await store.start()
    crowd.stage("empty")
    await setTimeout(10_000)
  },
  promises: ({ logs, perSecond, recoverySeconds, samples }) => [
    allAnswered("everything is answered", samples.during),
    holdsIf(
      "the service gets no more requests than before, by half",
      perSecond.during < perSecond.before * 1.5,
      `${perSecond.during.toFixed(1)} and ${perSecond.before.toFixed(1)} in a second`
    ),
    holdsIf(
      "a process logs that the store is lost, and not once for each request",
      logs.some((log) => /The store that the processes share is not available/.test(log)) &&
        logs.join("\n").split("The store that the processes share is not available").length <= 1 + processes * 6,
      `${logs.join("\n").split("The store that the processes share is not available").length - 1} lines`
    ),
    holdsIf("everything works at once afterwards", recoverySeconds < 1, `after ${recoverySeconds.toFixed(1)} s`)
  ]
})

export const redisLost = storeLost(redis)
export const postgresLost = storeLost(postgres)

const signIns = (samples: ReadonlyArray<Sample>): number => samples.filter(({ action }) => action === "sign-in").length

export const deploy: Incident = {
  name: "deploy",
  title: "All processes are replaced while most users sign in",
  runbook: "Deployment under load",
  play: async ({ backends, crowd, without }) => {
    crowd.does({ page: 10, account: 10, refresh: 20, "sign-in": 60 })
    for (let place = 0; place < processes; place++) {
      crowd.stage(`process ${place + 1}`)
      await setTimeout(5000)
      await backends.replace(place, without === "drain" ? "SIGKILL" : "SIGTERM")
    }
  },
  promises: ({ recoverySeconds, repeated, samples }) => [
    allAnswered("everything is answered", samples.during),
    holdsIf(
      "half of all requests are sign-ins",
      signIns(samples.during) * 2 >= samples.during.length,
      `${signIns(samples.during)} of ${samples.during.length}; the balancer repeated ${repeated}`
    ),
    holdsIf("everything works at once afterwards", recoverySeconds < 1, `after ${recoverySeconds.toFixed(1)} s`)
  ]
}
