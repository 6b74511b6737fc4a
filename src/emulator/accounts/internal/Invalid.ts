/** A condition or pattern that is invalid, not supported or too much work. */
export class Invalid extends Error {}

/** What `test` returns; false if it throws {@link Invalid}. */
export const orFalse = (test: () => boolean): boolean => {
  try {
    return test()
  } catch (error) {
    if (error instanceof Invalid) return false
    throw error
  }
}
