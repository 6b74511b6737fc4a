import type { ResourceResult } from "gatefold/react"
import { useState } from "react"

/** A read that shows the value of before until there is one of its own. */
export type Kept<A, E> = ResourceResult<A, E> & {
  /** Whether the value is that of before. */
  readonly isOld: boolean
}

/**
 * Keeps on the page what was read before: while another page of a list is read, and also when somebody else signs in
 * and everything is read anew.
 */
export const useKept = <A, E>(read: ResourceResult<A, E>): Kept<A, E> => {
  const [kept, setKept] = useState<A>()
  if (read.status === "success" && read.value !== kept) setKept(read.value)
  return read.status === "pending" && kept !== undefined
    ? { ...read, status: "success", value: kept, error: undefined, isOld: true }
    : { ...read, isOld: false }
}
