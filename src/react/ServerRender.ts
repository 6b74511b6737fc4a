/**
 * What components ask of the server that renders them. The server and the components may come from two copies of this
 * package, such as one that a bundler has put into the app, so they meet at a symbol that all copies share.
 */
import type { PageName } from "../domain/HandlerUrls.ts"
import { isOnServer } from "./OnServer.ts"

/** The server's side of a render. */
export interface ServerRender {
  /** Answers with a redirect to a page of the app instead, as long as nothing has been sent. */
  readonly redirect: (to: PageName) => void
}

const key = Symbol.for("gatefold/react/ServerRender")

const shared = (): (() => ServerRender | undefined) | undefined => Reflect.get(globalThis, key)

/** Tells components how to find the render that they are part of, beside the ways that they know. */
export const provide = (current: () => ServerRender | undefined): void => {
  const others = shared()
  Reflect.set(globalThis, key, () => current() ?? others?.())
}

/** Asks the server to redirect; undefined in a browser, and where no server listens. */
export const redirect = (): ServerRender["redirect"] | undefined => (isOnServer() ? shared()?.()?.redirect : undefined)
