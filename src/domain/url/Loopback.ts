/** Host names of this machine. */
import { parseUrl } from "./AbsoluteUrl.ts"

/**
 * Whether a host, as `URL` writes it, is this machine: `localhost` and the names below it (RFC 6761 §6.3), 127.0.0.0/8
 * and ::1. The service treats fewer hosts as localhost when it compares redirect URLs: see `TrustedUrl` of the
 * emulator.
 */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(\.\d+){3}$/.test(hostname)

/** Whether a text is the URL of a service of this machine. */
export const isLoopbackUrl = (text: string): boolean => {
  const url = parseUrl(text)
  return url !== undefined && isLoopback(url.hostname)
}
