/** Recognizes tokens and keys by their form. Never returns any part of a secret. */
import { crc32 } from "node:zlib"
import { isPair } from "../../platform/request/TokenText.ts"

export type Kind =
  | { readonly name: "jwt" }
  | { readonly name: "other"; readonly title: string; readonly advice: string }

const recognizeOther = (title: string, advice: string): Kind => ({ name: "other", title, advice })

const projectKeys: Readonly<Record<string, Kind>> = {
  pck_: recognizeOther(
    "a publishable client key",
    "It is not a secret: web pages can contain it. An app passes it as publishableClientKey."
  ),
  ssk_: recognizeOther(
    "a secret server key",
    "Keep it secret on your server: it can read and change every user. An app passes it as secretServerKey."
  ),
  sak_: recognizeOther(
    "a super secret admin key",
    "Keep it secret: it can change the settings and keys of the project. An app passes it as superSecretAdminKey."
  )
}

/** `sk_` or `pk_`, 45 random characters, the key's id, its owner, a flag, a marker and a checksum (CRC-32). */
const apiKey = /^(sk|pk)_[0-9a-z]{45}[0-9a-f]{32}(user|team)[0-4](574ck4u7h)([0-9a-f]{8})$/

const recognizeApiKey = (text: string): Kind | undefined => {
  const [, prefix, owner, , checksum] = apiKey.exec(text) ?? []
  if (checksum === undefined) return undefined
  const title = `${prefix === "pk" ? "a publishable" : "an"} API key of a ${owner}`
  return crc32(text.slice(0, -8)) === Number.parseInt(checksum, 16)
    ? recognizeOther(title, "Only the service can check it. Run gatefold keys check, or read gatefold docs api-keys.")
    : recognizeOther(
        `${title}, mistyped`,
        "Its checksum does not match: a character is missing or wrong. Copy it again."
      )
}

/**
 * The form of refresh tokens. Codes of emails and logins have the same form (docs/protocol/tokens.md#refresh-tokens).
 */
const refreshToken = /^[0-9a-hjkmnp-tv-z]{45}$/

const longest = 65_536

export const recognize = (text: string): Kind => {
  if (text.length > longest) {
    return recognizeOther("not a token: it is too long", "An access token has at most 8,192 characters.")
  }
  const key = projectKeys[text.slice(0, 4)]
  if (key !== undefined) return key
  const api = recognizeApiKey(text)
  if (api !== undefined) return api
  if (isPair(text)) {
    return recognizeOther(
      "a pair of tokens, as an app sends it to its own server",
      "RequestTokenStore and forRequest read it. To decode the access token in it, pass that token alone."
    )
  }
  if (refreshToken.test(text)) {
    return recognizeOther(
      "a refresh token, or the code of an email or a login",
      "Keep it secret. It has no readable content. With a refresh token, an app gets new access tokens until the session ends."
    )
  }
  return text.split(".", 4).length === 3
    ? { name: "jwt" }
    : recognizeOther(
        "not a token that Gatefold knows",
        "An access token has three parts, separated by dots. Check that you copied all of it."
      )
}
