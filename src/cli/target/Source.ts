/** A project and its keys as one place names them, and how two places go together. */
import type * as Redacted from "effect/Redacted"
import { trimEnd } from "../../domain/text/TrimEnd.ts"
import { defaultApiUrl } from "../../http/ServiceConfig.ts"

export interface Source {
  /** For messages, such as `.env.local`. */
  readonly name: string
  readonly apiUrl?: string
  readonly projectId?: string
  readonly publishableClientKey?: string
  readonly secretServerKey?: Redacted.Redacted
  readonly superSecretAdminKey?: Redacted.Redacted
}

export const hasValues = (source: Source): boolean => Object.keys(source).length > 1

type Names = Pick<Source, "apiUrl" | "projectId">

export const isSameUrl = (left: string, right: string): boolean => {
  const [a, b] = [left, right].map((url) => (URL.canParse(url) ? trimEnd(new URL(url).href, "/") : url))
  return a === b
}

export const agree = (left: Names, right: Names): boolean =>
  (left.projectId === undefined || right.projectId === undefined || left.projectId === right.projectId) &&
  (left.apiUrl === undefined || right.apiUrl === undefined || isSameUrl(left.apiUrl, right.apiUrl))

export const hasSecret = ({ secretServerKey, superSecretAdminKey }: Source): boolean =>
  secretServerKey !== undefined || superSecretAdminKey !== undefined

/** A source with a key has a service, so that a less explicit source cannot send the key elsewhere. */
export const withService = (source: Source, service: string | undefined): Source =>
  hasSecret(source) ? { ...source, apiUrl: source.apiUrl ?? service ?? defaultApiUrl } : source

export const join = (left: Source, right: Source): Source => ({
  ...right,
  ...left,
  name: [left, right]
    .filter(hasValues)
    .map(({ name }) => name)
    .join(" and ")
})

export const describe = ({ apiUrl, name, projectId }: Source): string => {
  const where = apiUrl === undefined || name.endsWith(` ${apiUrl}`) ? "" : ` at ${apiUrl}`
  return `  ${name}: ${projectId === undefined ? "no project ID" : `project ${projectId}`}${where}`
}
