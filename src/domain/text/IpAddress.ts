/** Network addresses as text. */
import { parseUrl } from "../url/AbsoluteUrl.ts"

const hostOf = (authority: string): string | undefined => parseUrl(`http://${authority}/`)?.hostname

/** Four decimal numbers without leading zeros. `URL` also accepts other spellings, and converts them to this one. */
const isIpv4 = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(text) && hostOf(text) === text

/** Groups of hexadecimal digits, perhaps with a zone such as `%eth0`. */
const isIpv6 = (text: string): boolean =>
  /^[0-9a-f.]*:[0-9a-f:.]*(?:%[\da-z.:-]+)?$/i.test(text) && hostOf(`[${text.split("%", 1)[0]}]`) !== undefined

/** Whether a text is an address. */
export const isIp = (text: string): boolean => isIpv4(text) || isIpv6(text)

/** The IPv4 address in an IPv6 address such as `::ffff:c000:201`, in any spelling of it; undefined for all others. */
const findMappedIpv4 = (ipv6: string): string | undefined => {
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostOf(`[${ipv6}]`) ?? "") ?? []
  if (high === undefined || low === undefined) return undefined
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".")
}

/**
 * The part of an address that identifies a client: an IPv4 address, or the first 64 bits of an IPv6 address, of which
 * each client has 2^64. A port is left out. `unknown` if the text is not an address.
 */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/%.*$/, "")
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(plain)?.[1]
  if (v4 !== undefined) return isIpv4(v4) ? v4 : "unknown"
  if (!isIpv6(plain)) return "unknown"
  const mapped = findMappedIpv4(plain)
  if (mapped !== undefined) return mapped
  const [head = [], tail = []] = plain.split("::").map((part) => (part === "" ? [] : part.split(":")))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0")
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`
}
