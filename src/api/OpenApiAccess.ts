/**
 * Documents in OpenAPI which headers a call needs (wire/headers-and-envelope §2, §3).
 */
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { AdminAccess, ClientAccess, ServerAccess } from "./Access.ts"

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description }) as const

const securitySchemes = {
  projectId: header("x-stack-project-id", "The id of the project."),
  accessType: header("x-stack-access-type", "The level of the call: client, server or admin."),
  publishableClientKey: header("x-stack-publishable-client-key", "The key of client apps."),
  secretServerKey: header("x-stack-secret-server-key", "The key of server apps."),
  superSecretAdminKey: header("x-stack-super-secret-admin-key", "The key of admin apps."),
  adminAccessToken: header(
    "x-stack-admin-access-token",
    "An access token of a user of the internal project who owns this one; replaces every key."
  ),
  accessToken: header("x-stack-access-token", "Names the user; a call that needs no user may leave it out."),
  refreshToken: header("x-stack-refresh-token", "Read only where the session is renewed or the password changed.")
}

const withScheme = (...keys: ReadonlyArray<string>) => ({
  projectId: [],
  accessType: [],
  ...Object.fromEntries(keys.map((key) => [key, []]))
})

const admin = [withScheme("superSecretAdminKey"), withScheme("adminAccessToken")]
const server = [withScheme("secretServerKey"), withScheme("secretServerKey", "accessToken"), ...admin]
const client = [withScheme("publishableClientKey"), withScheme("publishableClientKey", "accessToken"), ...server]

/** Lets the OpenAPI document of an api name the headers of each access level. */
export const documentAccess = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> => {
  const security = new Map<string, ReadonlyArray<Record<string, ReadonlyArray<string>>>>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const middlewares = endpoint.middlewares as ReadonlySet<unknown>
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      security.set(
        `${endpoint.method.toLowerCase()} ${path}`,
        middlewares.has(ClientAccess)
          ? client
          : middlewares.has(ServerAccess)
            ? server
            : middlewares.has(AdminAccess)
              ? admin
              : []
      )
    }
  })
  return api.annotate(OpenApi.Transform, (spec) => ({
    ...spec,
    components: { ...spec["components"], securitySchemes },
    paths: Object.fromEntries(
      Object.entries(spec["paths"] ?? {}).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item as Record<string, object>).map(([method, operation]) => [
            method,
            { ...operation, security: security.get(`${method} ${path}`) ?? [] }
          ])
        )
      ])
    )
  }))
}
