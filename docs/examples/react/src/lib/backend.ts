import * as Client from "../../../backend/Client.ts"

/** The app's own backend, which has served this page. */
export const backend = Client.make(globalThis.location.origin)
