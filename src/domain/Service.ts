/** The generations of the service (decision 0030). */

/** A generation of the service. */
export type Service = "2025-06" | "current"

/** Both generations of the service, the older one first. */
export const services: ReadonlyArray<Service> = ["2025-06", "current"]
