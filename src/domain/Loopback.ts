/**
 * Hosts that are this machine, whatever its network.
 */

/** Whether a host name is this machine by its name or address, as `URL` writes it. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d+){3}$/.test(hostname)
