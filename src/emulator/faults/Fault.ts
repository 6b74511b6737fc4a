/** A fault of a connection or of a response body. */
export type Fault = (typeof faults)[number]

export const faults = ["offline", "reset", "drop", "truncate", "stall", "malformed", "infinite-loop"] as const
