/**
 * The trusted domains of the project, to which links and redirects may lead.
 *
 * The service replaces the whole list. Changes of one app are made one after the other; of two apps that change it at
 * the same time, one change may be lost.
 */
import * as Effect from "effect/Effect"
import type { Domain } from "../api/schema/Project.ts"
import * as ProjectsWire from "../wire/generated/Projects.ts"
import { asAdmin } from "./AsAdmin.ts"
import * as ProjectChange from "./internal/ProjectChange.ts"
import * as Project from "./Project.ts"

/** Returns the domains that redirects may lead to, each with the path of its handler. */
export const list = asAdmin.read("admin/Domains.list", [ProjectsWire.adminGetProject], { shows: ["projects"] })(
  Effect.map(Project.get, ({ config }) => config.domains)
)

const replace = (change: (domains: ReadonlyArray<Domain>) => ReadonlyArray<Domain>) =>
  ProjectChange.changeFrom(({ config: { allowLocalhost, domains } }) => ({
    config: { allowLocalhost, domains: change(domains) }
  })).pipe(Effect.map(({ config }) => config.domains))

/** Adds a domain, such as `https://app.example.com`, and returns all. An existing one gets the new handler path. */
export const add = ProjectChange.define("admin/Domains.add")(
  ({ domain, handlerPath = "/handler" }: { readonly domain: string; readonly handlerPath?: string | undefined }) =>
    replace((domains) => [...domains.filter((trusted) => trusted.domain !== domain), { domain, handlerPath }])
)

/** Removes a domain, and returns the remaining ones. An unknown one is not an error. */
export const remove = ProjectChange.define("admin/Domains.remove")((domain: string) =>
  replace((domains) => domains.filter((trusted) => trusted.domain !== domain))
)
