/** Apps of promises over an emulator, or over a service that never answers. */
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import type { CreateClientAppOptions } from "../../src/promise/index.ts"

export const startService = () => Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })

/** The options of apps of the service's project. */
export const makeOptions = async (service: ReturnType<typeof startService>): Promise<CreateClientAppOptions> => {
  const { baseUrl, project } = await service.emulator
  return {
    projectId: project!.projectId,
    publishableClientKey: project!.publishableClientKey,
    apiUrl: baseUrl,
    appUrl: "http://localhost:3000",
    http: Http.layerHandler(service.fetch)
  }
}

export const password = "a fine password"

let count = 0

export const newAddress = () => `ann${count++}@example.org`

/** A service that never answers, and what becomes of the requests to it. */
export const silent = () => {
  const signals: Array<AbortSignal> = []
  const http = Http.layerFetch((_, { signal }) => {
    signals.push(signal!)
    return new Promise(() => undefined)
  })
  return { http, signals }
}

export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`resolved: ${String(value)}`)),
    (error: unknown) => error
  )
