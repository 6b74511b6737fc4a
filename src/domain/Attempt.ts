/** Undefined where something throws, such as for malformed text, or a file that is gone. */
export const attempt = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}
