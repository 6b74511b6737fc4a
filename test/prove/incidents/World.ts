/** Everything that an incident happens to: users, three processes of an app, their store, and the service. */
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import * as Certificate from "../../support/Certificate.ts"
import { makeRandom } from "../../support/explore/schedule.ts"
import { startServer } from "../../support/ServerProcess.ts"
import type { Kind, Server } from "../../support/storeServers.ts"
import { environment } from "../support/Service.ts"
import { type Backends, startBackends } from "./Backends.ts"
import { type Crowd, makeCrowd } from "./Crowd.ts"
import { type Front, makeFront } from "./Front.ts"
import type { Protection } from "./Protection.ts"
import type { Settings as ServiceSettings } from "./service.ts"

/** How many processes the app has. */
export const processes = 3

export interface World {
  readonly folder: string
  readonly front: Front
  readonly store: Server
  readonly backends: Backends
  readonly crowd: Crowd
  readonly projectId: string
  readonly random: () => number
  /** Certificates of the service, if it is on https. */
  readonly certificates: { readonly good: Certificate.Certificate; readonly expired: Certificate.Certificate }
  /** The service replaces all of its signing keys. */
  readonly rotateKeys: () => Promise<void>
  readonly without: Protection | undefined
  readonly close: () => Promise<void>
}

export interface WorldOptions {
  readonly folder: string
  readonly store: Kind
  readonly isHttps: boolean
  readonly users: number
  readonly pauseMillis: number
  readonly seed: number
  /** By how many milliseconds the clock of a process moves with each SIGUSR2. */
  readonly clockSteps: ReadonlyArray<number>
  readonly tokenMillis: number | undefined
  readonly without: Protection | undefined
}

const project = {
  projectId: "0d7bd8a1-53cc-4ffb-a5ec-9f3a4f0f8f6e",
  publishableClientKey: "pck_of_the_app_in_incidents_and_of_nothing_else",
  secretServerKey: "ssk_of_the_app_in_incidents_and_of_nothing_else",
  superSecretAdminKey: "sak_of_the_app_in_incidents_and_of_nothing_else"
}

const steppedClock = pathToFileURL(path.join(import.meta.dirname, "../../support/steppedClock.ts")).href

export const makeWorld = async (options: WorldOptions): Promise<World> => {
  const { clockSteps, folder, isHttps, pauseMillis, seed, store: kind, tokenMillis, users, without } = options
  const random = makeRandom(seed)
  const accounts = Array.from({ length: users }, (_, i) => ({
    email: `user-${i}@example.org`,
    password: `correct horse battery ${i}`
  }))
  const issuer = Certificate.authority()
  const makeCertificate = (expired: boolean) => Certificate.make({ host: "127.0.0.1", issuer, expired })
  const certificates = { good: makeCertificate(false), expired: makeCertificate(true) }
  const authority = path.join(folder, "authority.pem")
  fs.writeFileSync(authority, issuer.cert)

  let target = ""
  const front = await makeFront({
    target: () => target,
    random,
    certificate: isHttps ? certificates.good : undefined
  })
  const env = { ...environment(folder), NODE_EXTRA_CA_CERTS: authority, CLOCK_STEPS: clockSteps.join() }
  const serviceSettings: ServiceSettings = { publicUrl: front.url, project, users: accounts, tokenMillis }
  const service = await startServer(path.join(import.meta.dirname, "service.ts"), serviceSettings, { env })
  target = service.url
  const store = await kind.make(folder)
  const { superSecretAdminKey: _, ...keys } = project
  const settings = { ...keys, apiUrl: front.url, without, ...kind.settings(store.port) }
  const node = clockSteps.length > 0 ? ["--import", steppedClock] : []
  const backends = await startBackends(processes, settings, { env, node })
  const crowd = await makeCrowd({ backends, accounts, random, pauseMillis })

  return {
    folder,
    front,
    store,
    backends,
    crowd,
    projectId: project.projectId,
    random,
    certificates,
    rotateKeys: () =>
      front.pausedFor(async () => {
        const answer = once(service.child, "message")
        service.child.send("rotate")
        const [said] = await answer
        if (said !== "rotated") throw new Error(`the service says ${said}`)
      }),
    without,
    close: async () => {
      front.becomes("reset")
      await crowd.leave()
      await backends.close()
      await front.close()
      await service.end("SIGKILL")
      await store.kill()
    }
  }
}
