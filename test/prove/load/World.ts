/** The service, its users, and processes of a backend. */
import { once } from "node:events"
import * as path from "node:path"
import { decodeJwt } from "jose"
import { Pool } from "undici"
import { readId, textAt } from "../../support/jsonValues.ts"
import { startServer } from "../../support/ServerProcess.ts"
import type { StoreSettings } from "../../support/storeServers.ts"
import { environment, type Options, type Service, start } from "../support/Service.ts"
import type { Settings } from "./backend.ts"

/** A user with a token of their own, and some with an API key. */
export interface Caller {
  readonly id: string
  /** The id of the session, as tokens have it. */
  readonly session: string
  readonly token: string
  readonly refreshToken: string
  readonly key: { readonly id: string; readonly value: string } | undefined
}

/** One process of the backend. */
export interface Backend {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<{ status: number; body: any }>
  /** The microseconds of CPU that it has used. */
  readonly cpu: () => Promise<number>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly end: () => Promise<void>
  /** What it has logged. */
  readonly log: () => string
}

export interface World {
  readonly service: Service
  readonly callers: ReadonlyArray<Caller>
  /** How often the public keys were asked for. */
  readonly fetches: () => number
  readonly startBackend: (settings: StoreSettings, options?: Options) => Promise<Backend>
}

export const cacheSeconds = 2

const must = async (service: Service, method: string, path: string, body?: unknown): Promise<unknown> => {
  const answer = await service.ask(method, path, body)
  if (answer === undefined || answer.status >= 300) throw new Error(`${method} ${path}: ${answer?.text}`)
  return answer.body
}

/** Another access token of a user's session. */
export const renew = async (service: Service, { refreshToken }: Caller): Promise<string> => {
  const headers = { "x-stack-refresh-token": refreshToken }
  const answer = await service.ask("POST", "/auth/sessions/current/refresh", {}, headers)
  return textAt(answer?.body, "access_token")
}

/** Watches the requests that the service gets, for those of the public keys; NaN when events were missed. */
const countKeyFetches = async ({ apiUrl, controlHeaders }: Service): Promise<() => number> => {
  const response = await fetch(`${apiUrl}/__emulator/events?only=Request`, { headers: controlHeaders })
  let count = 0
  const read = async () => {
    let rest = ""
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n")
      rest = lines.pop()!
      count += lines.filter((line) => line.startsWith("data:") && line.includes("jwks.json")).length
      if (lines.includes("event: Dropped")) count = NaN
    }
  }
  void read().catch(() => undefined)
  return () => count
}

export const makeWorld = async (folder: string, users: number, options?: Options): Promise<World> => {
  const service = await start(path.join(folder, "emulator.db"), options)
  await must(service, "PATCH", "/internal/projects/current", { config: { allow_user_api_keys: true } })
  const callers: Array<Caller> = []
  for (let i = 0; i < users; i++) {
    const id = readId(await must(service, "POST", "/users", { display_name: `User ${i}` }))
    const session = await must(service, "POST", "/auth/sessions", { user_id: id })
    const key =
      i % 10 === 0
        ? await must(service, "POST", "/user-api-keys", { user_id: id, description: "load", expires_at_millis: null })
        : undefined
    callers.push({
      id,
      session: String(decodeJwt(textAt(session, "access_token"))["refresh_token_id"]),
      token: textAt(session, "access_token"),
      refreshToken: textAt(session, "refresh_token"),
      key: key === undefined ? undefined : { id: readId(key), value: textAt(key, "value") }
    })
  }
  const fetches = await countKeyFetches(service)
  const startBackend: World["startBackend"] = async (given, { env, node = [] } = {}) => {
    const { projectId, publishableClientKey, secretServerKey } = service.project
    const settings: Settings = {
      apiUrl: service.apiUrl,
      projectId,
      publishableClientKey,
      secretServerKey,
      cacheSeconds,
      ...given
    }
    const { child, end, log, url } = await startServer(path.join(import.meta.dirname, "backend.ts"), settings, {
      env: { ...environment(folder), ...env },
      node
    })
    const pool = new Pool(url, { connections: 64 })
    return {
      get: async (path, headers = {}) => {
        const { body, statusCode } = await pool.request({
          method: "GET",
          path,
          headers,
          bodyTimeout: 0,
          headersTimeout: 0
        })
        const text = await body.text()
        return { status: statusCode, body: statusCode === 200 ? JSON.parse(text) : text }
      },
      cpu: async () => {
        const answer = once(child, "message") as Promise<[NodeJS.CpuUsage]>
        child.send("cpu")
        const [{ system, user }] = await answer
        return system + user
      },
      signal: (signal) => void child.kill(signal),
      end: async () => {
        await pool.close()
        await end("SIGINT")
      },
      log
    }
  }
  return { service, callers, fetches, startBackend }
}
