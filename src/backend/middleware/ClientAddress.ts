/**
 * The network address of the sender of a request.
 */
import type { ProxyOptions, RequestLike } from "../../platform/RequestHeaders.ts"

/**
 * The address that the outermost trusted proxy has seen, else that of the connection. Clients can write anything into
 * `x-forwarded-for`; each proxy appends the address that it has seen.
 */
export const of = (
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

/**
 * The part of an address that identifies a client: an IPv4 address, or the first 64 bits of an IPv6 address, of which
 * each client has 2^64.
 */
export const network = (address: string): string => {
  const plain = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/%.*$/, "")
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(plain)?.[1]
  if (v4 !== undefined) return v4
  if (!/^[0-9a-f:]{2,39}$/i.test(plain)) return "unknown"
  const [left = "", right] = plain.toLowerCase().split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":"))
  const head = groups(left)
  const tail = right === undefined ? [] : groups(right)
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const all = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
