/** Messages for developers only, shown depending on the value that bundlers and development servers insert here. */

const isDevelopment = (): boolean => {
  try {
    return process.env.NODE_ENV !== "production"
  } catch {
    return false
  }
}

/**
 * Whether a development server runs or serves this, such as that of Vite, React Router or Next.js. Plain Node and test
 * runners do not count.
 */
export const isDevServer = (): boolean => {
  try {
    // Not by `typeof process`: bundlers replace only the whole expression.
    return process.env.NODE_ENV === "development"
  } catch {
    return false
  }
}

/** Writes to the console, unless this is a build for production. */
export const warn = (text: string): void => {
  // oxlint-disable-next-line no-console -- developers look there
  if (isDevelopment()) console.warn(text)
}
