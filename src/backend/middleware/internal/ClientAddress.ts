/** The network address of the sender of a request. */
import type { ProxyOptions, RequestLike } from "../../../platform/request/RequestHeaders.ts"

/**
 * The address that the outermost trusted proxy has seen, else that of the connection. Clients can write anything into
 * `x-forwarded-for`; each proxy appends the address that it has seen.
 */
export const find = (
  request: RequestLike,
  connection: string | undefined,
  { trustedProxies = 0 }: ProxyOptions = {}
): string | undefined => {
  if (trustedProxies <= 0) return connection
  const hops = String(request.headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "")
  return hops[Math.max(hops.length - trustedProxies, 0)] ?? connection
}
