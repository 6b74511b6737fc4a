/** `gatefold project check`: finds wrong or risky settings before production. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as InternalApiKeys from "../../admin/InternalApiKeys.ts"
import * as ProductionMode from "../../admin/ProductionMode.ts"
import * as Project from "../../admin/Project.ts"
import * as InternalApiKey from "../../domain/InternalApiKey.ts"
import { dayMillis } from "../../domain/Time.ts"
import { isLoopback } from "../../domain/url/Loopback.ts"
import { refused } from "../CommandError.ts"
import * as Output from "../output/Output.ts"
import { withAdminApp } from "../target/Calls.ts"
import type { CommonInput } from "../target/TargetFlags.ts"

export interface Finding {
  readonly rule: string
  readonly problem: string
  readonly fix: string
}

interface Checked {
  readonly project: Project.AdminProject
  readonly keySets: ReadonlyArray<InternalApiKey.InternalApiKey>
  readonly now: Date
}

const set = (path: string, value: string) => `gatefold project set ${path} ${value}`
const domains = `gatefold project set config.domains '[{"domain":"https://app.example.com","handlerPath":"/handler"}]'`
const monthMillis = 30 * dayMillis

/** The rules by name. Each finds problems and their fixes. */
const rules: Readonly<Record<string, (checked: Checked) => ReadonlyArray<Omit<Finding, "rule">>>> = {
  "production-mode": ({ project }) =>
    project.isProductionMode
      ? []
      : [{ problem: "The project is in development mode.", fix: set("isProductionMode", "true") }],
  "trusted-domains": ({ project }) =>
    project.config.domains.length === 0
      ? [{ problem: "No domain is trusted, so links and redirects only work on localhost.", fix: domains }]
      : [],
  "domain-problems": ({ project }) =>
    ProductionMode.findings(project).map(({ message, problem }) => ({
      problem: message,
      fix: problem === "localhost-allowed" ? set("config.allowLocalhost", "false") : domains
    })),
  "wide-wildcard": ({ project }) =>
    project.config.domains
      .filter(({ domain }) => domain.includes("**"))
      .map(({ domain }) => ({
        problem: `${domain} trusts every host at every depth: one forgotten subdomain is enough to take over accounts.`,
        fix: domains
      })),
  "shared-provider-keys": ({ project }) =>
    project.config.oauthProviders
      .filter(({ type }) => type === "shared")
      .map(({ id }) => ({
        problem: `${id} uses the keys that all projects share: users see another name, and the provider issues no access tokens for your app.`,
        fix: `Register an app at ${id}, and set config.oauthProviders with its clientId and clientSecret (--file).`
      })),
  "shared-mail-server": ({ project }) =>
    project.config.emailConfig.type === "shared"
      ? [{ problem: "Emails come from the server that all projects share.", fix: "Set config.emailConfig (--file)." }]
      : [],
  "local-mail-server": ({ project: { config } }) =>
    config.emailConfig.host !== undefined && isLoopback(config.emailConfig.host)
      ? [{ problem: "The mail server is on this machine.", fix: "Set config.emailConfig (--file)." }]
      : [],
  "no-way-in": ({ project: { config } }) =>
    config.credentialEnabled || config.magicLinkEnabled || config.passkeyEnabled || config.oauthProviders.length > 0
      ? []
      : [{ problem: "No user can sign in: all methods are off.", fix: set("config.magicLinkEnabled", "true") }],
  "duplicate-accounts": ({ project }) =>
    project.config.oauthAccountMergeStrategy === "allow_duplicates"
      ? [
          {
            problem: "One person can get several accounts with the same email.",
            fix: set("config.oauthAccountMergeStrategy", "link_method")
          }
        ]
      : [],
  "keys-expire": ({ keySets, now }) =>
    keySets
      .filter((key) => InternalApiKey.isValid(key, now) && key.expiresAt.getTime() - now.getTime() < monthMillis)
      .map(({ description, expiresAt }) => ({
        problem: `The key set ${description} expires on ${Output.formatDay(expiresAt)}. Apps that use it stop working then.`,
        fix: "Run gatefold keys project create, and put the new keys into the environment of your apps."
      }))
}

export const listFindings = (checked: Checked): ReadonlyArray<Finding> =>
  Object.entries(rules).flatMap(([rule, find]) => find(checked).map((finding) => ({ rule, ...finding })))

export const check = Effect.fnUntraced(function* (input: CommonInput) {
  const [project, keySets] = yield* Effect.all([Project.get, InternalApiKeys.list]).pipe(withAdminApp(input))
  const projectFindings = listFindings({ project, keySets, now: yield* DateTime.nowAsDate })
  if (input.json) yield* Effect.forEach(projectFindings, Output.printJson, { discard: true })
  else if (projectFindings.length === 0) yield* Output.print("No problems found.")
  else yield* Output.print(projectFindings.map(({ fix, problem, rule }) => `${rule}: ${problem}\n  ${fix}`).join("\n"))
  if (projectFindings.length > 0) {
    return yield* refused(
      `Found ${Output.formatCount(projectFindings.length, "problem")} in the settings of ${project.displayName}.`
    )
  }
})
