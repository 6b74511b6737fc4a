/** What is said by hand about an error; everything else on its page comes from the declarations. */
export interface Note {
  /** What has to be the case for it to come. */
  readonly when: string
  /** What whoever meets it does about it. */
  readonly todo: string
  /** The method of promises in the example; it must be able to fail with the error. */
  readonly call?: string
  /** What the example does with the error, `$`. Default: prints its message. */
  readonly handle?: string
  /** An example of its own, where none of the methods can fail with it. */
  readonly example?: string
}

/** The notes of an area by the tags of the errors. */
export type Notes = Readonly<Record<string, Note>>
