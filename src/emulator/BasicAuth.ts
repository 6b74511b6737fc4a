/** HTTP Basic credentials, read strictly (RFC 7617; SECURITY A8.18). */

/** What an `Authorization: Basic …` header says. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

const HEADER = /^basic ([A-Za-z0-9+/]+={0,2})$/i

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The credentials of a header; `undefined` unless it is exactly one scheme, one space and valid padded base64. */
export const parse = (header: string): Credentials | undefined => {
  const encoded = HEADER.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, "base64")
  if (bytes.toString("base64") !== encoded) return undefined
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return undefined
  }
  const colon = text.indexOf(":")
  return colon === -1 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
