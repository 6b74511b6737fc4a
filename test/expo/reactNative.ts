/** What JavaScript finds in React Native. */

/** The globals of React Native that the core may use; nothing else is there. */
export const globalsOfReactNative = (fetch: typeof globalThis.fetch) => ({
  AbortController,
  AbortSignal,
  Headers,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  console,
  fetch,
  navigator: { product: "ReactNative" },
  performance: { now: () => performance.now() },
  queueMicrotask,
  setInterval,
  setTimeout
})

/** The answer as React Native's own fetch gives it: without a body. */
export const withoutStreams =
  (handle: (request: Request) => Promise<Response>): typeof globalThis.fetch =>
  async (url, init) => {
    // The signal is of the other context.
    const { signal: _, ...rest } = init ?? {}
    const response = await handle(new Request(String(url), rest))
    const { headers, status } = response
    return { headers, status, type: "default", text: () => response.text() } as unknown as Response
  }
