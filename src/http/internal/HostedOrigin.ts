/**
 * Finds the host of a project's hosted pages. It loads only in apps that use such pages, so it imports nothing
 * (docs/decisions/0046-loaded-later.md).
 */
import type { ServiceConfig } from "../ServiceConfig.ts"

/** The hosts of the vendor's service, and the domain below which it has a host for each project. */
const vendor = { api: /\.(hexclave|stack-auth)\.com$/, pages: "built-with-hexclave.com" }

/** The domain of the emulator's hosted pages; browsers resolve names below `localhost` to this machine. */
const emulated = "built-with.localhost"

const isHosted = (target: unknown): boolean =>
  typeof target === "object" && target !== null && "type" in target && target.type === "hosted"

const parseOrigin = (text: string): string | undefined =>
  /^https?:\/\/[^/?#@]+\/?$/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined

const makeDefaultTemplate = ({ hostname, port, protocol }: URL, isLoopback: (hostname: string) => boolean): string => {
  if (vendor.api.test(hostname)) return `https://{projectId}.${vendor.pages}`
  return isLoopback(hostname) ? `${protocol}//{projectId}.${emulated}${port === "" ? "" : `:${port}`}` : ""
}

/** The origin, or what is wrong with an option. */
export const find = (
  targets: ReadonlyArray<readonly [option: string, target: unknown]>,
  template: string | undefined,
  { apiUrl, projectId }: ServiceConfig,
  isLoopback: (hostname: string) => boolean
): string | { readonly option: string; readonly problem: string } => {
  for (const [option, target] of targets) {
    if (!isHosted(target)) {
      return { option: `urls.${option}`, problem: 'must be a path, a URL or { type: "hosted" }' }
    }
  }
  const pages = template ?? makeDefaultTemplate(new URL(apiUrl), isLoopback)
  return (
    parseOrigin(pages.replace("{projectId}", () => projectId)) ?? {
      option: "urls.hostedOrigin",
      problem: "must be the origin of your service's hosted pages, such as https://{projectId}.auth.example.com"
    }
  )
}
