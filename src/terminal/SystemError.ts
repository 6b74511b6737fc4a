/** Errors of the operating system. */

/** The code of an error, such as `ENOENT`. */
export const readErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
