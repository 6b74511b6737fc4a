/**
 * The kinds of access tokens, and how each names its issuer and its audience (docs/decisions/0022-backends.md). The
 * service of 2025-06 has the normal one only.
 */
import { apiRoot } from "./url/ApiRoot.ts"

/** The kind of a token: of an ordinary user, of a restricted one, or of a guest. */
export type TokenKind = "normal" | "restricted" | "anonymous"

/** The kinds that are accepted besides normal tokens. */
export type AllowedKinds = ReadonlyArray<"restricted" | "anonymous">

export const isRefused = (kind: TokenKind, allow: AllowedKinds): kind is AllowedKinds[number] =>
  kind !== "normal" && !allow.includes(kind)

/** The kind of a user in an answer of the service. Both generations say who is a guest. */
export const getKind = (user: { readonly isAnonymous: boolean; readonly isRestricted: boolean }): TokenKind =>
  user.isAnonymous ? "anonymous" : user.isRestricted ? "restricted" : "normal"

/** The kinds of access tokens: of normal, restricted and anonymous users. */
export const tokenKinds: ReadonlyArray<TokenKind> = ["normal", "restricted", "anonymous"]

const path: Record<TokenKind, string> = {
  normal: "projects",
  restricted: "projects-restricted-users",
  anonymous: "projects-anonymous-users"
}

const suffix: Record<TokenKind, string> = { normal: "", restricted: ":restricted", anonymous: ":anon" }

/** The issuer in tokens of a kind; `apiUrl` is the service's public URL. */
export const toIssuer = (apiUrl: string, projectId: string, kind: TokenKind): string =>
  `${apiUrl}${apiRoot}/${path[kind]}/${projectId}`

/**
 * The issuer of a kind, derived from that of normal tokens. A text that does not end in a project id is the issuer of
 * all kinds.
 */
export const deriveIssuer = (normalIssuer: string, kind: TokenKind): string =>
  normalIssuer.replace(/\/projects\/(?=[^/]+$)/, `/${path[kind]}/`)

export const toAudience = (projectId: string, kind: TokenKind): string => projectId + suffix[kind]

export const parseAudience = (audience: string): { readonly kind: TokenKind; readonly projectId: string } => {
  const kind = tokenKinds.find((other) => other !== "normal" && audience.endsWith(suffix[other])) ?? "normal"
  return { kind, projectId: audience.slice(0, audience.length - suffix[kind].length) }
}
