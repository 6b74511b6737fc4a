/**
 * Completes OpenAPI documents: headers of calls (docs/protocol/headers.md#access-levels), and names for entities and
 * common errors.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Schema from "effect/Schema"
import { AdminAccess, ClientAccess, commonErrors, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import * as ApiKey from "./schema/ApiKey.ts"
import { ContactChannel } from "./schema/ContactChannel.ts"
import { EmailTemplate } from "./schema/EmailTemplate.ts"
import { InternalApiKey, NewInternalApiKey } from "./schema/InternalApiKey.ts"
import { ProjectPermission, TeamPermission } from "./schema/Permission.ts"
import { PermissionDefinition } from "./schema/PermissionDefinition.ts"
import { AdminProject, Project } from "./schema/Project.ts"
import { SentEmail } from "./schema/SentEmail.ts"
import { Session } from "./schema/Session.ts"
import { ServerTeam, Team } from "./schema/Team.ts"
import { TeamInvitation } from "./schema/TeamInvitation.ts"
import { ServerTeamMemberProfile, TeamMemberProfile } from "./schema/TeamMember.ts"
import { SessionTokens, SignIn, SignInOrUp } from "./schema/Tokens.ts"
import { CurrentUser, ServerUser } from "./schema/User.ts"

const entities = {
  AdminProject,
  ContactChannel,
  CurrentUser,
  EmailTemplate,
  InternalApiKey,
  NewInternalApiKey,
  NewTeamApiKey: ApiKey.NewTeamApiKey,
  NewUserApiKey: ApiKey.NewUserApiKey,
  PermissionDefinition,
  Project,
  ProjectPermission,
  SentEmail,
  ServerTeam,
  ServerTeamMemberProfile,
  ServerUser,
  Session,
  SessionTokens,
  SignIn,
  SignInOrUp,
  Team,
  TeamApiKey: ApiKey.TeamApiKey,
  TeamInvitation,
  TeamMemberProfile,
  TeamPermission,
  UserApiKey: ApiKey.UserApiKey
} as const

const makeHeader = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description }) as const

const securitySchemes = {
  projectId: makeHeader("x-stack-project-id", "The id of the project."),
  accessType: makeHeader("x-stack-access-type", "The level of the call: client, server or admin."),
  publishableClientKey: makeHeader("x-stack-publishable-client-key", "The key of client apps."),
  secretServerKey: makeHeader("x-stack-secret-server-key", "The key of server apps."),
  superSecretAdminKey: makeHeader("x-stack-super-secret-admin-key", "The key of admin apps."),
  adminAccessToken: makeHeader(
    "x-stack-admin-access-token",
    "An access token of a user of the internal project who owns this one; replaces every key."
  ),
  accessToken: makeHeader("x-stack-access-token", "Names the user; a call that needs no user may leave it out."),
  refreshToken: makeHeader("x-stack-refresh-token", "Read only where the session is renewed or the password changed.")
}

const withScheme = (...keys: ReadonlyArray<string>) => ({
  projectId: [],
  accessType: [],
  ...Object.fromEntries(keys.map((key) => [key, []]))
})

const admin = [withScheme("superSecretAdminKey"), withScheme("adminAccessToken")]
const server = [withScheme("secretServerKey"), withScheme("secretServerKey", "accessToken"), ...admin]
const client = [withScheme("publishableClientKey"), withScheme("publishableClientKey", "accessToken"), ...server]

type JsonObject = { readonly [key: string]: unknown }
type Security = ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>

/** Makes the OpenAPI document of an api complete. */
export const document = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> => {
  const security = readSecurity(api)
  return api.annotate(OpenApi.Transform, (spec) => {
    const named = nameSchemas(dropEncodedSuffix(spec))
    return {
      ...named,
      components: { ...(named["components"] as JsonObject), securitySchemes },
      paths: mapValues(named["paths"] as JsonObject, (item, path) =>
        mapValues(item as JsonObject, (operation, method) => ({
          ...(operation as JsonObject),
          security: security.get(`${method} ${path}`) ?? []
        }))
      )
    }
  })
}

const mapValues = (record: JsonObject, f: (value: unknown, key: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))

const accesses = [
  [ClientAccess, client],
  [ServerAccess, server],
  [AdminAccess, admin]
] as const

const readSecurity = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const security = new Map<string, Security>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const middlewares = endpoint.middlewares as ReadonlySet<unknown>
      security.set(
        `${endpoint.method.toLowerCase()} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`,
        accesses.find(([access]) => middlewares.has(access))?.[1] ?? []
      )
    }
  })
  return security
}

/** Schemas in documents describe the wire, so suffixes that say so are dropped. */
const dropEncodedSuffix = (spec: object): JsonObject =>
  JSON.parse(JSON.stringify(spec).replace(/("#\/components\/schemas\/|")(\w+)Encoded"/g, '$1$2"'))

/** The JSON schemas of the entities and of the common errors, as they appear in a document. */
const makeSchemaNames = () => {
  const makeEndpoint = ([name, schema]: readonly [string, Schema.Top]) =>
    Endpoint.open.get(name, `/${name}`, { summary: name, success: schema, error: commonErrors })
  const [first, ...others] = Object.entries(entities)
  const group = others.reduce(
    (paths, entry) => paths.add(makeEndpoint(entry)),
    HttpApiGroup.make("names").add(makeEndpoint(first!))
  )
  const spec = dropEncodedSuffix(OpenApi.fromApi(HttpApi.make("names").add(group)))
  const readJsonSchema = (operation: unknown, status: string): JsonObject => {
    const responses = ((operation as JsonObject)["get"] as JsonObject)["responses"] as JsonObject
    return (((responses[status] as JsonObject)["content"] as JsonObject)["application/json"] as JsonObject)[
      "schema"
    ] as JsonObject
  }
  const paths = spec["paths"] as JsonObject
  const byText = new Map<string, string>()
  for (const [path, operation] of Object.entries(paths)) {
    byText.set(JSON.stringify(readJsonSchema(operation, "200")), path.slice(1))
  }
  const common = new Map<string, JsonObject>()
  const [example] = Object.values(paths)
  for (const status of ["400", "401"]) common.set(status, readJsonSchema(example, status))
  return { byText, common }
}

/** Refers to entities and common errors by name, instead of repeating them. */
const nameSchemas = (spec: JsonObject): JsonObject => {
  const { byText, common } = makeSchemaNames()
  const schemas: Record<string, unknown> = {}
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== "object" || value === null) return value
    const name = byText.get(JSON.stringify(value))
    if (name === undefined) return mapValues(value as JsonObject, walk)
    if (!(name in schemas)) {
      schemas[name] = undefined
      schemas[name] = mapValues(value as JsonObject, walk)
    }
    return refer(name)
  }

  const nameCommonErrors = (response: unknown, status: string): unknown => {
    const members = readReferences(response)
    const commonMembers = common.get(status)
    if (commonMembers === undefined || members === undefined) return response
    const names = new Set((commonMembers["anyOf"] as ReadonlyArray<JsonObject>).map((member) => member["$ref"]))
    const ownMembers = members.filter((member) => !names.has(member["$ref"]))
    if (members.length - ownMembers.length !== names.size) return response
    const name = `CommonError${status}`
    schemas[name] = commonMembers
    const texts = readTextErrors(response)
    const described = [...ownMembers.map(takeLastSegment), ...texts.map((text) => String(text["description"]))]
    return {
      description: described.length === 0 ? "An error that any call can meet." : described.join(", "),
      content: {
        ...((response as JsonObject)["content"] as JsonObject),
        "application/json": { schema: ownMembers.length === 0 ? refer(name) : { anyOf: [...ownMembers, refer(name)] } }
      }
    }
  }

  const paths = mapValues(spec["paths"] as JsonObject, (item) =>
    mapValues(item as JsonObject, (operation) => ({
      ...(operation as JsonObject),
      responses: mapValues((operation as JsonObject)["responses"] as JsonObject, nameCommonErrors)
    }))
  )
  const walked = walk(paths)
  const components = spec["components"] as JsonObject
  return {
    ...spec,
    paths: walked,
    components: { ...components, schemas: { ...mapValues(components["schemas"] as JsonObject, walk), ...schemas } }
  }
}

const readSchema = (response: unknown, contentType: string): JsonObject | undefined => {
  const content = (response as JsonObject)["content"] as JsonObject | undefined
  return (content?.[contentType] as JsonObject | undefined)?.["schema"] as JsonObject | undefined
}

const readReferences = (response: unknown) =>
  readSchema(response, "application/json")?.["anyOf"] as ReadonlyArray<JsonObject> | undefined

/** The errors in plain text among the answers of one status. */
const readTextErrors = (response: unknown): ReadonlyArray<JsonObject> => {
  const schema = readSchema(response, "text/plain")
  return schema === undefined ? [] : ((schema["anyOf"] as ReadonlyArray<JsonObject> | undefined) ?? [schema])
}

const takeLastSegment = (member: JsonObject) => String(member["$ref"]).replace(/^.*\//, "")
