/** Host names with letters beyond ASCII (RFC 3492). Browsers encode them, and have no function that decodes them. */

const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const INITIAL_BIAS = 72
const INITIAL_N = 128

const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"

/** RFC 3492, section 6.1. */
const adapt = (delta: number, points: number, isFirst: boolean): number => {
  let left = isFirst ? Math.floor(delta / DAMP) : delta >> 1
  left += Math.floor(left / points)
  let k = 0
  for (; left > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) left = Math.floor(left / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW))
}

/** RFC 3492, section 6.2: a label without its prefix, which a `URL` has checked. */
const decode = (label: string): string => {
  const end = label.lastIndexOf("-")
  const output = Array.from(label.slice(0, Math.max(0, end)))
  let [n, i, bias] = [INITIAL_N, 0, INITIAL_BIAS]
  for (let at = end + 1; at < label.length;) {
    const start = i
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = DIGITS.indexOf(label[at++] ?? "")
      i += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const points = output.length + 1
    bias = adapt(i - start, points, start === 0)
    n += Math.floor(i / points)
    i %= points
    output.splice(i++, 0, String.fromCodePoint(n))
  }
  return output.join("")
}

/** A host name of a `URL`, as people read it. */
export const domainToUnicode = (hostname: string): string =>
  hostname
    .split(".")
    .map((label) => (label.startsWith("xn--") ? decode(label.slice(4)) : label))
    .join(".")
