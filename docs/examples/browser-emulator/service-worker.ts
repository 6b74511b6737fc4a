/** A service in the browser: this worker answers what the page sends to `/api/v1`, so the page needs no server. */
import { Effect, Redacted } from "effect"
import * as Emulator from "gatefold/emulator/browser"
import { project } from "./project.ts"

const emulator = Emulator.toFetchHandler({
  publicUrl: location.origin,
  sqliteUrl: "/sqlite3.wasm",
  // hashes in JavaScript take half a second each
  passwordCost: "insecure-fast",
  project
})

/** A browser ends workers that have nothing to do, and starts them again: the state outlives them in a cache. */
const kept = new Request("/emulator-snapshot")

const ready = emulator.emulator.then(async (running) => {
  const response = await caches.match(kept)
  if (response !== undefined) await Effect.runPromise(running.restore(await response.json()))
  return running
})

const keep = async ({ snapshot }: Emulator.Running): Promise<void> => {
  const cache = await caches.open("emulator")
  await cache.put(kept, Response.json(await Effect.runPromise(snapshot)))
}

const answer = async (request: Request): Promise<Response> => {
  const running = await ready
  const isControl = new URL(request.url).pathname.startsWith("/__emulator/")
  const headers = new Headers(request.headers)
  // whoever can reach the worker may have its mails: they are the page's own
  if (isControl) headers.set("x-gatefold-emulator-token", Redacted.value(running.controlToken))
  const response = await running.fetch(isControl ? new Request(request, { headers }) : request)
  if (request.method !== "GET") await keep(running)
  return response
}

/** As far as it is used. TypeScript has the types of workers in a library that cannot stand beside that of pages. */
interface WorkerEvent extends Event {
  readonly request: Request
  readonly respondWith: (response: Promise<Response>) => void
  readonly waitUntil: (work: Promise<unknown>) => void
}

declare function addEventListener(type: string, listener: (event: WorkerEvent) => void): void
declare const skipWaiting: () => Promise<void>
declare const clients: { readonly claim: () => Promise<void> }

addEventListener("install", (event) => event.waitUntil(skipWaiting()))
addEventListener("activate", (event) => event.waitUntil(clients.claim()))
addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url)
  if (/^\/(api\/v1|__emulator)\//.test(pathname)) event.respondWith(answer(event.request))
})
