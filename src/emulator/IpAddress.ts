/** Network addresses as text. */

const hostOf = (authority: string): string | undefined => {
  const url = `http://${authority}/`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Four decimal numbers without leading zeros. `URL` also accepts other spellings, and converts them to this one. */
const isIpv4 = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(text) && hostOf(text) === text

/** Groups of hexadecimal digits, perhaps with a zone such as `%eth0`. */
export const isIpv6 = (text: string): boolean =>
  /^[0-9a-f.]*:[0-9a-f:.]*(?:%[\da-z.:-]+)?$/i.test(text) && hostOf(`[${text.split("%", 1)[0]}]`) !== undefined

/** Whether a text is an address. */
export const isIp = (text: string): boolean => isIpv4(text) || isIpv6(text)
