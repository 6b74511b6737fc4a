/** The configuration of the current project as a document. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Configuration.ts"
import { isNestedDeeper, isRecord, type Json } from "../../domain/text/Json.ts"
import { Caller } from "../access/Caller.ts"
import { badRequest, forbidden, type TextAnswer } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as SchemaErrorText from "../http/SchemaErrorText.ts"
import * as ConfigurationSchema from "../projects/ConfigurationSchema.ts"
import * as Overrides from "../projects/Overrides.ts"
import * as Projects from "../projects/Projects.ts"
import * as ProjectSettings from "../projects/ProjectSettings.ts"
import * as Database from "../storage/Database.ts"
import * as Roles from "../teams/Roles.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const toText = (values: { readonly [path: string]: Json }) => ({
  configString: Redacted.make(JSON.stringify(values))
})

const maxDepth = 20

const parse = (secret: Redacted.Redacted<string>): Effect.Effect<Overrides.OverrideValues, TextAnswer> => {
  const text = Redacted.value(secret)
  if (isNestedDeeper(text, maxDepth)) return Effect.fail(badRequest("Invalid config JSON: it is nested too deep."))
  return Effect.flatMap(
    Effect.try({ try: (): Json => JSON.parse(text), catch: () => badRequest("Invalid config JSON") }),
    (value) => {
      // As in the service, an empty list changes nothing.
      if (Array.isArray(value) && value.length === 0) return Effect.succeed({})
      return isRecord(value) ? Effect.succeed(value) : Effect.fail(badRequest("Invalid config JSON: not an object."))
    }
  )
}

/** Servers may use the level `branch`, which configuration files set. */
const requireLevel = Effect.fnUntraced(function* (level: Api.ConfigurationLevel) {
  if (level === "branch" || (yield* Caller).level === "admin") return
  return yield* forbidden(`Only admins can use the level ${level} of the configuration.`)
})

/** A change of the values of a level, and of where they come from. */
interface Change {
  readonly level: Api.ConfigurationLevel
  readonly source?: Api.ConfigurationSource | undefined
  readonly values: (present: Overrides.OverrideValues) => Overrides.OverrideValues
}

const write = Effect.fnUntraced(function* ({ level, source, values }: Change) {
  const { project } = yield* Caller
  const change = Projects.reconfigure(
    project,
    Effect.fnUntraced(function* (settings) {
      const before = Roles.addToLevels(settings.overrides, yield* Roles.readRoles(project.id))
      const { overrides, roles } = Roles.splitFromLevels({ ...before, [level]: values(before[level]) })
      yield* Roles.store(project.id, roles)
      return { ...settings, source: source ?? settings.source, overrides }
    })
  )
  yield* Database.transaction(change)
})

const requireValid = (level: Api.ConfigurationLevel, values: Overrides.OverrideValues) => {
  const problem = ConfigurationSchema.findFirstProblem(level, values)
  return problem === undefined ? Effect.void : Effect.fail(badRequest(problem))
}

const sourceNames = ["owner", "repo", "branch", "commitHash", "configFilePath"] as const

/** A GitHub source requires its exact location. */
const requireWhole = Effect.fnUntraced(function* (source: Api.ConfigurationSource | undefined) {
  if (source?.type !== "pushed-from-github") return
  const missing = sourceNames.filter((name) => source[name] === undefined)
  if (missing.length === 0) return
  const violations = missing.map((name) => `body.source.${SchemaErrorText.toSnakeCase(name)} must be defined`)
  return yield* RequestValidation.failSchema(...violations)
})

export const routes = [
  handle(Api.getConfiguration, function* ({ project }) {
    return toText(
      Roles.addToDocument(ProjectSettings.renderDocument(project.settings), yield* Roles.readRoles(project.id))
    )
  }),

  handle(Api.getOverrides, function* ({ params: { level }, project }) {
    yield* requireLevel(level)
    return toText(Roles.addToLevels(project.settings.overrides, yield* Roles.readRoles(project.id))[level])
  }),

  handle(LenientEndpoints.updateConfiguration, function* ({ params: { level }, payload: { configOverrideString } }) {
    yield* requireLevel(level)
    const changes = yield* parse(configOverrideString)
    yield* requireValid(level, changes)
    yield* write({ level, values: (present) => Overrides.patch(present, Roles.unfold(changes)) })
  }),

  handle(LenientEndpoints.replaceOverrides, function* ({ params: { level }, payload: { configString, source } }) {
    yield* requireLevel(level)
    const overrides = yield* parse(configString)
    if (level === "branch" && source === undefined) {
      return yield* badRequest("source is required to replace the level branch.")
    }
    yield* requireWhole(source)
    yield* requireValid(level, overrides)
    yield* write({ level, source, values: () => Roles.unfold(overrides) })
  }),

  handle(Api.resetOverrides, function* ({ params: { level }, payload: { keys } }) {
    yield* write({ level, values: (present) => Overrides.reset(present, keys) })
  }),

  handle(Api.getConfigurationSource, ({ project: { settings } }) => Effect.succeed({ source: settings.source })),

  handle(Api.unlinkConfigurationSource, () =>
    write({ level: "branch", source: { type: "unlinked" }, values: (present) => present })
  )
]
