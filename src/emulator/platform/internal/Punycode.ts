/** Host names with letters beyond ASCII (RFC 3492). Browsers encode them, and have no function that decodes them. */

const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialBias = 72
const initialN = 128

const digits = "abcdefghijklmnopqrstuvwxyz0123456789"

/** RFC 3492, section 6.1. */
const adapt = (delta: number, points: number, isFirst: boolean): number => {
  let left = isFirst ? Math.floor(delta / damp) : delta >> 1
  left += Math.floor(left / points)
  let k = 0
  for (; left > ((base - tMin) * tMax) >> 1; k += base) left = Math.floor(left / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew))
}

/** RFC 3492, section 6.2: a label without its prefix, which a `URL` has checked. */
const decode = (label: string): string => {
  const end = label.lastIndexOf("-")
  const output = Array.from(label.slice(0, Math.max(0, end)))
  let [n, i, bias] = [initialN, 0, initialBias]
  for (let at = end + 1; at < label.length;) {
    const start = i
    for (let weight = 1, k = base; ; k += base) {
      const digit = digits.indexOf(label[at++] ?? "")
      i += digit * weight
      const threshold = Math.min(tMax, Math.max(tMin, k - bias))
      if (digit < threshold) break
      weight *= base - threshold
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
