/**
 * The issuer and the audience of tokens that are accepted; fixed before any
 * token is looked at.
 */
import { audienceOf, issuerBeside, issuerOf, type TokenKind } from "../../domain/TokenKind.ts"
import { defaultApiUrl, type ProjectConfig } from "../../http/ProjectConfig.ts"

/** What the tokens of one kind have to claim. */
export interface ExpectedClaims {
  readonly kind: TokenKind
  readonly projectId: string
  readonly issuers: ReadonlyArray<string>
  readonly audience: string
}

/** The hosted service has two names; its tokens have the one that they were asked of. */
const hostedApiUrls: ReadonlyArray<string> = [defaultApiUrl, "https://api.hexclave.com"]

/** What tokens of each kind have to claim; `issuer` is that of normal ones, if it is not below the API URL. */
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
