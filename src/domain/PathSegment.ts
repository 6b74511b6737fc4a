/** Texts that are safe as one segment of a path, such as ids. */

/** Not empty, `.`, `..` or longer than 256; no white space, control or invisible characters, `/`, `\`, `?`, `#`, `%`. */
export const pathSegment = /^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]{1,256}$/u

/** Whether a text is safe as one segment of a path. */
export const isPathSegment = (text: string): boolean => pathSegment.test(text)
