/** Where React renders. */

/** Whether this is a server, which has neither a window nor React Native's navigator. */
export const isOnServer = (): boolean =>
  globalThis.window === undefined && globalThis.navigator?.product !== "ReactNative"
