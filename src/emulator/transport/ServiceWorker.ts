/** The events of a service worker that has an emulator. */
import * as Redacted from "effect/Redacted"
import { tokenHeader } from "../access/ControlToken.ts"
import * as ControlPath from "../control/ControlPath.ts"

/** Declared here, because TypeScript's worker library conflicts with its DOM library. Lists only what is used. */
interface WorkerEvent extends Event {
  readonly request: Request
  readonly respondWith: (response: Promise<Response>) => void
  readonly waitUntil: (work: Promise<unknown>) => void
}

declare function addEventListener(type: string, listener: (event: WorkerEvent) => void): void
declare const skipWaiting: () => Promise<void>
declare const clients: { readonly claim: () => Promise<void> }

/** A page of this origin may have what is in its emulator, as mails. */
const withToken = (request: Request, token: Redacted.Redacted<string>): Request => {
  const headers = new Headers(request.headers)
  headers.set(tokenHeader, Redacted.value(token))
  return new Request(request, { headers })
}

interface Started {
  readonly emulator: Promise<{ readonly controlToken: Redacted.Redacted<string> }>
  readonly fetch: (request: Request) => Promise<Response>
}

/**
 * Answers requests with the emulator, which starts with the first one, because before that another worker may still
 * hold its state. If the start fails, the next request tries it again.
 */
export const answerWith = (start: () => Started): ((request: Request) => Promise<Response>) => {
  let handler: Started | undefined
  return async (request) => {
    const current = (handler ??= start())
    let token: Redacted.Redacted<string>
    try {
      token = (await current.emulator).controlToken
    } catch (error) {
      if (handler === current) handler = undefined
      const problem = error instanceof Error ? error.message : String(error)
      return new Response(`The emulator cannot start: ${problem}`, { status: 503 })
    }
    return current.fetch(
      new URL(request.url).pathname.startsWith(ControlPath.prefix) ? withToken(request, token) : request
    )
  }
}

/** Listens in this service worker, and answers the API and the control paths at its origin. */
export const listen = (answer: (request: Request) => Promise<Response>): void => {
  addEventListener("install", (event) => event.waitUntil(skipWaiting()))
  addEventListener("activate", (event) => event.waitUntil(clients.claim()))
  addEventListener("fetch", (event) => {
    const { origin, pathname } = new URL(event.request.url)
    if (origin === location.origin && (pathname.startsWith("/api/v1/") || pathname.startsWith(ControlPath.prefix))) {
      event.respondWith(answer(event.request))
    }
  })
}
