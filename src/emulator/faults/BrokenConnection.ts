/** The errors that `fetch` throws when a connection breaks. */

const causes = {
  offline: { code: "ECONNREFUSED", syscall: "connect" },
  reset: { code: "ECONNRESET", syscall: "read" }
} as const

/** How a connection ends: it never began, it was reset, or its caller has gone. */
export type Kind = keyof typeof causes | "abandoned"

/**
 * A connection that a fault has broken: an error like that of Node's `fetch`, whose cause has the code of the system
 * (`ECONNREFUSED`, `ECONNRESET`). For a caller that has stopped the request its reason is the cause.
 */
export class BrokenConnection extends TypeError {
  readonly kind: Kind

  constructor(kind: Kind, reason?: unknown) {
    const cause =
      kind === "abandoned"
        ? reason
        : Object.assign(new Error(`${causes[kind].syscall} ${causes[kind].code}`), causes[kind])
    super("fetch failed", { cause })
    this.kind = kind
  }
}
