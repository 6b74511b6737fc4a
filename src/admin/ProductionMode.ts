/** Problems to fix before a project can enter production mode (docs/protocol/redirects.md#production-mode). */
import * as Effect from "effect/Effect"
import type { Domain } from "../api/schema/Project.ts"
import type { ProjectId } from "../domain/Ids.ts"
import { trimEnd } from "../domain/text/TrimEnd.ts"
import { isLoopback } from "../domain/url/Loopback.ts"
import * as ProjectsWire from "../wire/generated/Projects.ts"
import { asAdmin } from "./AsAdmin.ts"
import * as Project from "./Project.ts"

/** Something to fix, and the page of the dashboard for it. */
export interface Finding {
  readonly problem: "localhost-allowed" | "invalid-url" | "localhost-domain" | "ip-address" | "not-https"
  readonly message: string
  /** The domain to fix; undefined if it is the configuration as a whole. */
  readonly domain: string | undefined
  /** Relative to the dashboard. */
  readonly relativeFixUrl: string
}

/** The part of a project that is checked. */
export interface Checked {
  readonly id: ProjectId
  readonly config: { readonly allowLocalhost: boolean; readonly domains: ReadonlyArray<Domain> }
}

/** Everything to fix before a project can go to production; at most one finding for each domain. */
export const findings = ({ config, id }: Checked): ReadonlyArray<Finding> => {
  const relativeFixUrl = `/projects/${id}/domains`
  const found: Array<Finding> = []
  if (config.allowLocalhost) {
    found.push({
      problem: "localhost-allowed",
      message: "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings",
      domain: undefined,
      relativeFixUrl
    })
  }
  for (const { domain } of config.domains) {
    const problem = findDomainProblem(domain)
    if (problem !== undefined) found.push({ problem, message: messages[problem](domain), domain, relativeFixUrl })
  }
  return found
}

type DomainProblem = Exclude<Finding["problem"], "localhost-allowed">

const messages: Record<DomainProblem, (domain: string) => string> = {
  "invalid-url": (domain) => `Trusted domain is not a valid URL: ${domain}`,
  "localhost-domain": (domain) => `Localhost domains are not allowed to be trusted in production mode: ${domain}`,
  "ip-address": (domain) => `Direct IP addresses are not allowed to be trusted in production mode: ${domain}`,
  "not-https": (domain) => `Trusted domains should be HTTPS: ${domain}`
}

const findDomainProblem = (domain: string): DomainProblem | undefined => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(domain) || !URL.canParse(domain)) return "invalid-url"
  const url = new URL(domain)
  // For http and https, `URL` normalizes every notation of an IP address to `127.0.0.1` or `[::1]`. For other schemes
  // it does not, so the host is parsed again in an http URL.
  const web = `http://${url.hostname}/`
  if (url.hostname === "" || !URL.canParse(web)) return "invalid-url"
  const host = trimEnd(new URL(web).hostname, ".")
  if (host === "") return "invalid-url"
  if (isLoopback(host) || isMappedLoopback(host)) return "localhost-domain"
  if (isIpAddress(host)) return "ip-address"
  return url.protocol === "https:" ? undefined : "not-https"
}

const isIpAddress = (host: string) => host.startsWith("[") || /^\d+(\.\d+){3}$/.test(host)

/** 127.0.0.0/8 as an IPv4-mapped IPv6 address (RFC 4291 §2.5.5), in the form of `URL.hostname`. */
const isMappedLoopback = (host: string) => /^\[::(ffff:)?7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host)

/** The {@link findings} of the current project. */
export const check = asAdmin.read("admin/ProductionMode.check", [ProjectsWire.adminGetProject], {
  shows: ["projects"]
})(Effect.map(Project.get, findings))
