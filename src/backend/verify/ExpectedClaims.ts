/** The issuer and the audience of accepted tokens, fixed before any token is read. */
import { toAudience, deriveIssuer, toIssuer, type TokenKind } from "../../domain/TokenKind.ts"
import { hostedApiUrls, listHosts } from "../../http/FallbackHosts.ts"
import type { ServiceConfig } from "../../http/ServiceConfig.ts"

/** The required claims of one kind of token. */
export interface ExpectedClaims {
  readonly kind: TokenKind
  readonly projectId: string
  readonly issuers: ReadonlyArray<string>
  readonly audience: string
}

/** The required claims by kind; `issuer` is that of normal tokens, if it is not below the API URL. */
export const make = (
  { apiUrl, projectId }: Pick<ServiceConfig, "apiUrl" | "projectId">,
  issuer?: string
): Readonly<Record<TokenKind, ExpectedClaims>> => {
  // The hosted service has several host names; a token has the one to which its request was sent.
  const apiUrls = hostedApiUrls.includes(apiUrl) ? hostedApiUrls.flatMap(listHosts) : [apiUrl]
  const makeExpected = (kind: TokenKind): ExpectedClaims => ({
    kind,
    projectId,
    issuers: issuer === undefined ? apiUrls.map((url) => toIssuer(url, projectId, kind)) : [deriveIssuer(issuer, kind)],
    audience: toAudience(projectId, kind)
  })
  return {
    normal: makeExpected("normal"),
    restricted: makeExpected("restricted"),
    anonymous: makeExpected("anonymous")
  }
}
