/**
 * Whose tokens are accepted; fixed before any token is looked at (SECURITY A5.6).
 */
import { audienceOf, issuerBeside, issuerOf, type TokenKind } from "../../domain/TokenKind.ts"
import { defaultApiUrl, type ProjectConfig } from "../../http/ProjectConfig.ts"

/** What the tokens of one kind have to say. */
export interface Expected {
  readonly kind: TokenKind
  readonly projectId: string
  readonly issuers: ReadonlyArray<string>
  readonly audience: string
}

/** The hosted service has two names; its tokens have the one that they were asked of. */
const hostedApiUrls: ReadonlyArray<string> = [defaultApiUrl, "https://api.hexclave.com"]

/** What tokens of each kind have to say; `issuer` is that of normal ones, if it is not below the API URL. */
export const make = (
  { apiUrl, projectId }: Pick<ProjectConfig, "apiUrl" | "projectId">,
  issuer?: string
): Readonly<Record<TokenKind, Expected>> => {
  const apiUrls = hostedApiUrls.includes(apiUrl) ? hostedApiUrls : [apiUrl]
  const of = (kind: TokenKind): Expected => ({
    kind,
    projectId,
    issuers: issuer === undefined ? apiUrls.map((url) => issuerOf(url, projectId, kind)) : [issuerBeside(issuer, kind)],
    audience: audienceOf(projectId, kind)
  })
  return { normal: of("normal"), restricted: of("restricted"), anonymous: of("anonymous") }
}
