import type { ReactNode } from "react"
import { Skeleton } from "#screens/components/Skeleton"
import type { Read } from "../lib/useRead.ts"
import { Failure } from "./Failure.tsx"

export interface LoadedProps<A> {
  readonly read: Read<A>
  /** How many rows to expect. */
  readonly rows?: number
  readonly children: (value: A) => ReactNode
}

/** Shows the data of a read, a placeholder while it loads, or its error. */
export const Loaded = <A,>({ children, read, rows = 3 }: LoadedProps<A>) => {
  if (read.status === "pending") return <Skeleton rows={rows} />
  return read.status === "done" ? children(read.value) : <Failure error={read.error} retry={read.retry} />
}
