/** The handwritten part of an error page. The declarations provide the rest. */
export interface Note {
  /** When the error occurs. */
  readonly when: string
  /** The fix. */
  readonly todo: string
  /** The promise method in the example. It must be able to fail with the error. */
  readonly call?: string
  /** The code of the example for the error, `$`. Default: it prints the message. */
  readonly handle?: string
  /** A custom example, for errors that no method fails with. */
  readonly example?: string
}

/** The notes of an area by the tags of the errors. */
export type Notes = Readonly<Record<string, Note>>
