/**
 * The trusted domains of the project, to which links and redirects may lead.
 *
 * The service takes the whole list at once. Changes of one app are made one after
 * the other; of two apps that change it at the same time one may lose.
 */
import * as Effect from "effect/Effect"
import * as ProjectsApi from "../api/Projects.ts"
import type { Domain } from "../api/schema/Project.ts"
import * as Project from "./Project.ts"
import * as ProjectChange from "./ProjectChange.ts"
import { asAdmin } from "./internal/AsAdmin.ts"

/** The trusted domains. */
export const list = asAdmin.read(
  "admin/Domains.list",
  [ProjectsApi.adminGetProject],
  { shows: ["projects"] },
  Effect.map(Project.get, ({ config }) => config.domains)
)

const replace = (change: (domains: ReadonlyArray<Domain>) => ReadonlyArray<Domain>) =>
  ProjectChange.changeFrom(({ config: { allowLocalhost, domains } }) => ({
    config: { allowLocalhost, domains: change(domains) }
  })).pipe(Effect.map(({ config }) => config.domains))

/** Trusts a domain, such as `https://app.example.com`, and returns all. One that is there gets the new handler path. */
export const add = asAdmin.write(
  "admin/Domains.add",
  [ProjectsApi.adminGetProject, ProjectsApi.adminUpdateProject],
  { changes: ["projects"] },
  ({ domain, handlerPath = "/handler" }: { readonly domain: string; readonly handlerPath?: string | undefined }) =>
    replace((domains) => [...domains.filter((one) => one.domain !== domain), { domain, handlerPath }])
)

/** Trusts a domain no longer, and returns those that are left. One that is not there is fine. */
export const remove = asAdmin.write(
  "admin/Domains.remove",
  [ProjectsApi.adminGetProject, ProjectsApi.adminUpdateProject],
  { changes: ["projects"] },
  (domain: string) => replace((domains) => domains.filter((one) => one.domain !== domain))
)
