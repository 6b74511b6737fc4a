/** What can go wrong with a connection or with the body of an answer. */
export type Fault = (typeof faults)[number]

/** Every {@link Fault}. */
export const faults = ["offline", "reset", "drop", "truncate", "stall", "malformed", "infinite-loop"] as const
