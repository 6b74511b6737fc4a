/**
 * Requests of components to the server that renders them. The server and the components may come from two copies of
 * this package, such as one that a bundler has put into the app. So they meet at a symbol that all copies share.
 */
import type { PageName } from "../domain/url/HandlerUrls.ts"
import { isOnServer } from "./internal/OnServer.ts"

/** The server's side of a render. */
export interface ServerRender {
  /** Answers with a redirect to a page of the app instead, as long as nothing has been sent. */
  readonly redirect: (to: PageName) => void
}

const key = Symbol.for("gatefold/react/ServerRender")

/** Holds the render that code runs for: `AsyncLocalStorage`, which browsers lack. */
export interface Renders {
  readonly getStore: () => ServerRender | undefined
  readonly run: <A>(render: ServerRender, work: () => A) => A
}

const getSharedRenders = (): Renders | undefined => Reflect.get(globalThis, key)

/** The renders of this process; the first server creates them. */
export const renders = (make: () => Renders): Renders => {
  const made = getSharedRenders() ?? make()
  Reflect.set(globalThis, key, made)
  return made
}

/** Asks the server to redirect; undefined in a browser, and where no server listens. */
export const redirect = (): ServerRender["redirect"] | undefined =>
  isOnServer() ? getSharedRenders()?.getStore()?.redirect : undefined
