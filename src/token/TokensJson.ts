/** Tokens as members of a JSON object, for stores that keep a text. */
import * as Redacted from "effect/Redacted"
import { isTokenText, toTokenText } from "../platform/request/TokenText.ts"
import type { Provenance, Tokens } from "./TokenStore.ts"

export type Members = Readonly<Record<string, unknown>>

/** Encodes both tokens without masking them. */
export const encode = ({ accessToken, isTakenOver, refreshToken }: Tokens): Members => ({
  refreshToken: toTokenText(refreshToken),
  accessToken: toTokenText(accessToken),
  isTakenOver
})

/** The tokens among the members of an object. Members that are not tokens count as absent. */
export const decode = (members: Members): Tokens | undefined => {
  const readToken = (name: "accessToken" | "refreshToken") => {
    const text = members[name]
    return isTokenText(text) ? Redacted.make(text, { label: name }) : undefined
  }
  const accessToken = readToken("accessToken")
  const refreshToken = readToken("refreshToken")
  const provenance: Provenance = members["isTakenOver"] === true ? { isTakenOver: true } : {}
  if (refreshToken !== undefined) return { ...provenance, refreshToken, ...(accessToken && { accessToken }) }
  return accessToken && { ...provenance, accessToken }
}

export const toComparableText = (tokens: Tokens | undefined): string =>
  `${toTokenText(tokens?.refreshToken)} ${toTokenText(tokens?.accessToken)}`
