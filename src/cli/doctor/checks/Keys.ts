/** The project and its keys. A key goes nowhere but to the service that it is configured for. */
import * as Effect from "effect/Effect"
import * as AdminApp from "../../../admin/AdminApp.ts"
import * as AdminProject from "../../../admin/Project.ts"
import * as KeySet from "../../../backend/verify/KeySet.ts"
import * as ServerApp from "../../../server/ServerApp.ts"
import * as Users from "../../../server/Users.ts"
import { keyOptions, projectKeys } from "../../target/ProjectKeys.ts"
import { type Check, type Problem, type Verdict, skip } from "../Check.ts"
import * as Probe from "../Probe.ts"
import { parseProject, findRefusal } from "../Project.ts"
import type { World } from "../World.ts"

/** The beginnings of names that bundlers put into pages. */
const publicName = /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|PUBLIC)_/

const findLevelProblem = ({ options }: World): Problem | undefined => {
  for (const option of keyOptions) {
    const variable = options[option]
    const found = Object.values(projectKeys).find(({ prefix }) => variable?.text.startsWith(prefix))
    const { prefix, title } = projectKeys[option]
    if (variable === undefined || found === undefined || found.prefix === prefix) continue
    return {
      seen: `${variable.name} has a ${found.title} (${found.prefix}…), and not a ${title}`,
      fix: `${variable.name}=${prefix}…, as the dashboard or npx gatefold start shows it`
    }
  }
  return undefined
}

const refusedKey =
  /^(InvalidPublishableClientKey|InvalidSecretServerKey|InvalidSuperSecretAdminKey|PublishableClientKeyRequiredForProject|.*AuthenticationRequired|InsufficientAccessType)$/
const unknownProject = /^(ProjectNotFound|CurrentProjectNotFound)$/

interface Ready {
  readonly apiUrl: string
  readonly projectId: string
}

const withService = (check: (world: World, project: Ready) => Effect.Effect<Verdict>): Check["run"] =>
  Effect.fnUntraced(function* (world) {
    const project = yield* parseProject(world)
    if (project === undefined) return skip("no project is named")
    if (findLevelProblem(world) !== undefined) return skip("a key is of another level")
    return Probe.isService(yield* world.service) ? yield* check(world, project) : skip("no service has answered")
  })

const makeSecretCheck = (
  option: "secretServerKey" | "superSecretAdminKey",
  call: (project: Ready, key: string) => Effect.Effect<unknown, unknown>
): Check["run"] =>
  withService((world, project) => {
    const variable = world.options[option]
    if (variable === undefined) return Effect.succeed(skip(`${projectKeys[option].variable} is not set`))
    if (!world.isForService(variable)) return Effect.succeed(skip(Probe.notForService))
    return Effect.map(findRefusal(call(project, variable.text)), (tag) =>
      tag === undefined || !refusedKey.test(tag)
        ? undefined
        : {
            seen: `The service refuses ${variable.name} for project ${project.projectId} (${tag})`,
            fix: `${variable.name}=${projectKeys[option].prefix}…, a key of this project that is neither revoked nor expired`
          }
    )
  })

const docs = "start/keys.md"

const projectNamed: Check = {
  id: "project-named",
  title: "A project is named",
  why: "An app refuses to start without one.",
  docs,
  run: ({ conflict, options }) => {
    if (conflict !== undefined) return skip("the variables contradict each other")
    if (options.projectId !== undefined) return undefined
    return {
      seen: "No variable has the id of a project",
      fix: "npx gatefold start --write-env .env.local, or STACK_PROJECT_ID=… as the dashboard shows it"
    }
  }
}

const keyLevel: Check = {
  id: "key-level",
  title: "Each key is of the level of its variable",
  why: "An app refuses it, so that no secret ends up in a page by a mix-up.",
  docs,
  run: (world) => findLevelProblem(world)
}

const keyPublic: Check = {
  id: "key-public",
  title: "No secret key is in a variable that bundlers put into pages",
  why: "Anyone who opens the page has it, and can read and change every user.",
  docs,
  run: (world) => {
    const exposed = Object.entries(world.variables).find(
      ([name, value]) => publicName.test(name) && /^s[as]k_/.test(value.trim())
    )
    if (exposed === undefined) return undefined
    const [name] = exposed
    return {
      seen: `${name} has a secret key, and its name makes it public`,
      fix: `Rename it to ${name.replace(publicName, "")}, revoke that key, and make another one`
    }
  }
}

const projectKnown: Check = {
  id: "project-known",
  title: "The service knows the project",
  why: "Every call is refused.",
  docs,
  run: withService((world, project) =>
    Effect.map(world.clientRefusal, (tag) =>
      tag !== undefined && unknownProject.test(tag)
        ? {
            seen: `The service at ${project.apiUrl} has no project ${project.projectId}`,
            fix: `Correct ${world.options.projectId?.name} or ${world.options.apiUrl?.name ?? "STACK_API_URL"}: they belong to different services`
          }
        : undefined
    )
  )
}

const keyPublishable: Check = {
  id: "key-publishable",
  title: "The service takes the publishable key",
  why: "Every call of a page is refused.",
  docs,
  run: withService((world, project) =>
    Effect.map(world.clientRefusal, (tag) => {
      if (tag === undefined || !refusedKey.test(tag)) return undefined
      const variable = world.options.publishableClientKey
      return {
        seen:
          variable === undefined
            ? `The service wants a publishable key for project ${project.projectId} (${tag})`
            : `The service refuses ${variable.name} for project ${project.projectId} (${tag})`,
        fix: `${variable?.name ?? projectKeys.publishableClientKey.variable}=pck_…, a key of this project that is neither revoked nor expired`
      }
    })
  )
}

const keySecret: Check = {
  id: "key-secret",
  title: "The service takes the secret server key",
  why: "Every call of a server is refused.",
  docs,
  run: makeSecretCheck("secretServerKey", (project, secretServerKey) =>
    Users.page({ limit: 1 }).pipe(Effect.provide(ServerApp.layer({ ...project, secretServerKey })))
  )
}

const keyAdmin: Check = {
  id: "key-admin",
  title: "The service takes the super secret admin key",
  why: "Every call of an admin is refused.",
  docs,
  run: makeSecretCheck("superSecretAdminKey", (project, superSecretAdminKey) =>
    AdminProject.get.pipe(Effect.provide(AdminApp.layer({ ...project, superSecretAdminKey })))
  )
}

const jwks: Check = {
  id: "jwks",
  title: "The public keys of the project can be fetched",
  why: "No backend can verify access tokens.",
  docs: "errors/KeysUnavailable.md",
  run: withService(
    Effect.fnUntraced(function* (world, project) {
      const tag = yield* world.clientRefusal
      if (tag !== undefined && unknownProject.test(tag)) return skip("the service does not know the project")
      const url = `${project.apiUrl}/api/v1/projects/${project.projectId}/.well-known/jwks.json`
      const keys = yield* KeySet.make(url)
      return yield* Effect.match(keys.find("doctor"), {
        onSuccess: () => undefined,
        onFailure: ({ problem }) => ({ seen: `${url}: ${problem}`, fix: `Look at it: curl -i ${url}` })
      })
    }, Effect.scoped)
  )
}

export const checks: ReadonlyArray<Check> = [
  projectNamed,
  keyLevel,
  keyPublic,
  projectKnown,
  keyPublishable,
  keySecret,
  keyAdmin,
  jwks
]
