/** How somebody signed in last in this browser, so that the sign-in page can mark it. No address or name is kept. */
const key = "gatefold-last-method"

/** A provider's id, or one of these. */
export type Method = "link" | "passkey" | "password" | (string & {})

/** Undefined for the first time, and where the browser keeps nothing. */
export const lastMethod = (): Method | undefined => {
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
    // A browser that keeps nothing marks nothing.
  }
}
