/** The generations of the service (docs/decisions/0030-generations.md). */

/** The service of 2025-06, or the current one. */
export type Generation = "2025-06" | "current"

/** Both generations of the service, the older one first. */
export const generations: ReadonlyArray<Generation> = ["2025-06", "current"]
