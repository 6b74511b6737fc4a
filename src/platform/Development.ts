/**
 * What is said to developers only.
 */

/** A build for development, by the value that bundlers put here. Without one there is no telling. */
const isDevelopment = (): boolean => {
  try {
    return process.env.NODE_ENV !== "production"
  } catch {
    return false
  }
}

/** Writes to the console, unless this is a build for production. */
export const warn = (text: string): void => {
  // oxlint-disable-next-line no-console -- developers look there
  if (isDevelopment()) console.warn(text)
}
