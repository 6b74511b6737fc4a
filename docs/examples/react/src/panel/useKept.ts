import type { ResourceResult } from "gatefold/react"
import { useState } from "react"

/**
 * Keeps on the page what was read before, also when somebody else signs in and
 * everything is read anew: what the emulator knows is nobody's.
 */
export const useKept = <A, E>(read: ResourceResult<A, E>): ResourceResult<A, E> => {
  const [kept, setKept] = useState<A>()
  if (read.status === "success" && read.value !== kept) setKept(read.value)
  return read.status === "pending" && kept !== undefined
    ? { ...read, status: "success", value: kept, error: undefined }
    : read
}
