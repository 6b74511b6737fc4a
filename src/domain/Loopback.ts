/** Host names of this machine. */

/**
 * Whether a host, as `URL` writes it, is this machine: `localhost` and the names below it (RFC 6761 §6.3), 127.0.0.0/8
 * and ::1. What the service calls localhost, where it compares redirect URLs, is less: `TrustedUrl` of the emulator.
 */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d+){3}$/.test(hostname)
