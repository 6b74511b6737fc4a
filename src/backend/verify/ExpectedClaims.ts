/** The issuer and the audience of accepted tokens, fixed before any token is read. */
import { audienceOf, issuerBeside, issuerOf, type TokenKind } from "../../domain/TokenKind.ts"
import { hostedApiUrls, hostsOf } from "../../http/FallbackHosts.ts"
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
  const apiUrls = hostedApiUrls.includes(apiUrl) ? hostedApiUrls.flatMap(hostsOf) : [apiUrl]
  const of = (kind: TokenKind): ExpectedClaims => ({
    kind,
    projectId,
    issuers: issuer === undefined ? apiUrls.map((url) => issuerOf(url, projectId, kind)) : [issuerBeside(issuer, kind)],
    audience: audienceOf(projectId, kind)
  })
  return { normal: of("normal"), restricted: of("restricted"), anonymous: of("anonymous") }
}
