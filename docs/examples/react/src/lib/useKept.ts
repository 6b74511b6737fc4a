import type { ResourceResult } from "gatefold/react"
import { useState } from "react"

/** A read that shows the previous value until its own value arrives. */
export type Kept<A, E> = ResourceResult<A, E> & {
  /** Whether the value is the previous one. */
  readonly isOld: boolean
}

/**
 * Keeps the previous value on the page: while another page of a list loads, and also when another user signs in and
 * everything loads again.
 */
export const useKept = <A, E>(read: ResourceResult<A, E>): Kept<A, E> => {
  const [kept, setKept] = useState<A>()
  if (read.status === "success" && read.value !== kept) setKept(read.value)
  return read.status === "pending" && kept !== undefined
    ? { ...read, status: "success", value: kept, error: undefined, isOld: true }
    : { ...read, isOld: false }
}
