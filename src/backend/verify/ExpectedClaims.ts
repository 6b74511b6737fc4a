/**
 * The issuer and the audience of accepted tokens, fixed before any token is read.
 */
import { audienceOf, issuerBeside, issuerOf, type TokenKind } from "../../domain/TokenKind.ts"
import { defaultApiUrl, type ProjectConfig } from "../../http/ProjectConfig.ts"

/** The required claims of one kind of token. */
export interface ExpectedClaims {
  readonly kind: TokenKind
  readonly projectId: string
  readonly issuers: ReadonlyArray<string>
  readonly audience: string
}

/** The hosted service has two host names; a token has the one to which its request was sent. */
const hostedApiUrls: ReadonlyArray<string> = [defaultApiUrl, "https://api.hexclave.com"]

/** The required claims by kind; `issuer` is that of normal tokens, if it is not below the API URL. */
export const make = (
  { apiUrl, projectId }: Pick<ProjectConfig, "apiUrl" | "projectId">,
  issuer?: string
): Readonly<Record<TokenKind, ExpectedClaims>> => {
  const apiUrls = hostedApiUrls.includes(apiUrl) ? hostedApiUrls : [apiUrl]
  const of = (kind: TokenKind): ExpectedClaims => ({
    kind,
    projectId,
    issuers: issuer === undefined ? apiUrls.map((url) => issuerOf(url, projectId, kind)) : [issuerBeside(issuer, kind)],
    audience: audienceOf(projectId, kind)
  })
  return { normal: of("normal"), restricted: of("restricted"), anonymous: of("anonymous") }
}
