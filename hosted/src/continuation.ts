/**
 * The step of a hosted page after a sign-in: it hands the session on to the app that the user came from
 * (docs/protocol/oauth.md#hosted-pages).
 */

/** The app that the user came from, and what it asks for. */
export interface Continuation {
  /** Its callback page. */
  readonly redirectUri: string
  readonly state: string
  readonly codeChallenge: string
  /** Its page to go to after that. */
  readonly afterCallback: string | undefined
}

/** How long a tab remembers where its user came from, in milliseconds. */
export const lifetimeMillis = 30 * 60_000

const names = {
  redirectUri: ["after_auth_return_to"],
  state: ["hexclave_cross_domain_state", "stack_cross_domain_state"],
  codeChallenge: ["hexclave_cross_domain_code_challenge", "stack_cross_domain_code_challenge"],
  afterCallback: ["hexclave_cross_domain_after_callback_redirect_url", "stack_cross_domain_after_callback_redirect_url"]
} as const

/** The query of a page; undefined if no app asks for a session in it. */
export const readFrom = (query: URLSearchParams): Continuation | undefined => {
  const read = (field: keyof typeof names) =>
    names[field].map((name) => query.get(name) ?? "").find((value) => value !== "")
  const [redirectUri, state, codeChallenge] = [read("redirectUri"), read("state"), read("codeChallenge")]
  if (redirectUri === undefined || state === undefined || codeChallenge === undefined) return undefined
  return { redirectUri, state, codeChallenge, afterCallback: read("afterCallback") }
}

/** The same as a query, for links of emails and ways to providers, which may end in another tab. */
export const formatQuery = (continuation: Continuation): string => {
  const query = new URLSearchParams()
  for (const [field, [name]] of Object.entries(names)) {
    const value = continuation[field as keyof Continuation]
    if (value !== undefined) query.set(name, value)
  }
  return `?${query}`
}

/** The request as `CrossDomain.authorize` reads it. */
export const formatRequest = (
  { afterCallback, codeChallenge, redirectUri, state }: Continuation,
  page: string
): string => {
  const url = new URL(page)
  url.search = ""
  url.searchParams.set("redirect_uri", redirectUri)
  url.searchParams.set("state", state)
  url.searchParams.set("code_challenge", codeChallenge)
  url.searchParams.set("code_challenge_method", "S256")
  if (afterCallback !== undefined) url.searchParams.set("after_callback_redirect_url", afterCallback)
  return url.href
}

/** The part of `sessionStorage` that is used. */
export type TabStorage = Pick<Storage, "getItem" | "removeItem" | "setItem">

const key = "gatefold-hosted-continuation"

/** Remembers it for this tab, whose later pages may have another URL. */
export const keep = (storage: TabStorage, continuation: Continuation, now: number): void =>
  storage.setItem(key, JSON.stringify([formatQuery(continuation), now]))

/** The remembered one, unless it is too old. */
export const readKept = (storage: TabStorage, now: number): Continuation | undefined => {
  try {
    const [query, at]: ReadonlyArray<unknown> = JSON.parse(storage.getItem(key) ?? "[]")
    const isFresh = typeof at === "number" && at <= now && now - at < lifetimeMillis
    return isFresh && typeof query === "string" ? readFrom(new URLSearchParams(query)) : undefined
  } catch {
    return undefined
  }
}

/** Forgets it, because it was answered. */
export const forget = (storage: TabStorage): void => storage.removeItem(key)
