/** Network addresses as text. */
import { parseUrl } from "../url/AbsoluteUrl.ts"

const parseHost = (authority: string): string | undefined => parseUrl(`http://${authority}/`)?.hostname

/** Four decimal numbers without leading zeros. `URL` also accepts other spellings, and converts them to this one. */
const isIpv4 = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(text) && parseHost(text) === text

/** An IPv6 address as `URL` spells it: only hexadecimal groups. Undefined for all other texts. */
const toCanonicalIpv6 = (text: string): string | undefined =>
  /^[0-9a-f.]*:[0-9a-f:.]*(?:%[\da-z.:-]+)?$/i.test(text)
    ? parseHost(`[${text.split("%", 1)[0]}]`)?.slice(1, -1)
    : undefined

/** Whether a text is an address; one of IPv6 may have a zone such as `%eth0`. */
export const isIp = (text: string): boolean => isIpv4(text) || toCanonicalIpv6(text) !== undefined

/** The IPv4 address in a canonical IPv6 address such as `::ffff:c000:201`; undefined for all others. */
const findMappedIpv4 = (ipv6: string): string | undefined => {
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(ipv6) ?? []
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
export const toNetwork = (address: string): string => {
  const plain = address.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/%.*$/, "")
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(plain)?.[1]
  if (v4 !== undefined) return isIpv4(v4) ? v4 : "unknown"
  const ipv6 = toCanonicalIpv6(plain)
  if (ipv6 === undefined) return "unknown"
  const mapped = findMappedIpv4(ipv6)
  if (mapped !== undefined) return mapped
  const [head = [], tail = []] = ipv6.split("::").map((part) => (part === "" ? [] : part.split(":")))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0")
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`
}
