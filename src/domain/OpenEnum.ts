/** Enumerations of answers, which later versions of the service may extend. */

/** A string that is usually one of `L`: other values are accepted, the known ones complete in an editor. */
export type OpenEnum<L extends string> = L | (string & {})
