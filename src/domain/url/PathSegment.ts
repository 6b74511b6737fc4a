/** Texts that are safe as one segment of a path, such as ids. */

/**
 * A segment is not empty, `.`, `..` or longer than 256. It has no white space, control or invisible characters, `/`,
 * `\`, `?`, `#` or `%`.
 */
export const pathSegment = /^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]{1,256}$/u

export const isPathSegment = (text: string): boolean => pathSegment.test(text)
