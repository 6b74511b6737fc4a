/**
 * Remembers the last sign-in method of this browser, so that the sign-in page can mark it. It stores no address or
 * name.
 */
const key = "gatefold-last-method"

/** A provider's id, or one of these. */
export type Method = "link" | "passkey" | "password" | (string & {})

/** Undefined for the first time, and where the browser keeps nothing. */
export const readLastMethod = (): Method | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export const rememberMethod = (method: Method): void => {
  try {
    localStorage.setItem(key, method)
  } catch {
    // In a browser that keeps nothing, no method is marked.
  }
}
