/** Tokens and keys by their form. Nothing of a secret is in what this answers. */
import { crc32 } from "node:zlib"
import { isPair } from "../../token/internal/TokenText.ts"

/** What a text is by its form. */
export type Kind =
  | { readonly name: "jwt" }
  | { readonly name: "other"; readonly title: string; readonly advice: string }

const other = (title: string, advice: string): Kind => ({ name: "other", title, advice })

const projectKeys: Readonly<Record<string, Kind>> = {
  pck_: other(
    "a publishable client key",
    "Pages may have it: it names the project's client level, and is no secret. An app passes it as publishableClientKey."
  ),
  ssk_: other(
    "a secret server key",
    "It is a secret of your server: whoever has it can read and change every user. An app passes it as secretServerKey."
  ),
  sak_: other(
    "a super secret admin key",
    "It is a secret of whoever runs the project: it can change its settings and keys. An app passes it as superSecretAdminKey."
  )
}

/** `sk_` or `pk_`, 45 random characters, the key's id, its owner, a flag, a marker and a checksum (CRC-32). */
const apiKey = /^(sk|pk)_[0-9a-z]{45}[0-9a-f]{32}(user|team)[0-4](574ck4u7h)([0-9a-f]{8})$/

const apiKeyOf = (text: string): Kind | undefined => {
  const [, prefix, owner, , checksum] = apiKey.exec(text) ?? []
  if (checksum === undefined) return undefined
  const title = `an API key of a ${owner}${prefix === "pk" ? ", for pages" : ""}`
  return crc32(text.slice(0, -8)) === Number.parseInt(checksum, 16)
    ? other(title, "Only the service knows whether it is valid. A backend asks it: gatefold docs api-keys")
    : other(`${title}, mistyped`, "Its checksum does not fit: a character is missing or wrong. Copy it again.")
}

/** The form of refresh tokens, which codes of mails and logins have, too (docs/protocol/tokens.md#refresh-tokens). */
const refreshToken = /^[0-9a-hjkmnp-tv-z]{45}$/

const longest = 65_536

/** Which kind of token or key a text is. */
export const kindOf = (text: string): Kind => {
  if (text === "") return other("nothing", "Pass a token by standard input: gatefold token explain < token.txt")
  if (text.length > longest) return other("too long for a token", "Access tokens have at most 8,192 characters.")
  const key = projectKeys[text.slice(0, 4)]
  if (key !== undefined) return key
  const api = apiKeyOf(text)
  if (api !== undefined) return api
  if (isPair(text)) {
    return other(
      "a pair of tokens, as an app sends it to its own server",
      "RequestTokenStore and forRequest read it. The access token in it can be explained by itself."
    )
  }
  if (refreshToken.test(text)) {
    return other(
      "a refresh token, or a code of a mail or a login",
      "It is a secret, and says nothing by itself: only the service knows what it is for. A refresh token gets access tokens for a session until it ends."
    )
  }
  return text.split(".", 4).length === 3
    ? { name: "jwt" }
    : other(
        "no token that Gatefold knows",
        "Access tokens have three parts with dots between them. Was all of it copied?"
      )
}
