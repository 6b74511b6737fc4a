/** The configuration of the current project as a document. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Configuration.ts"
import { parseObject } from "../../domain/Json.ts"
import { Caller } from "../http/Caller.ts"
import { handle } from "../http/Route.ts"
import * as ConfigurationDocument from "../projects/ConfigurationDocument.ts"
import { Projects } from "../projects/Projects.ts"
import { TextError } from "../TextError.ts"

const get = handle(Api.getConfiguration, () =>
  Effect.map(Caller, ({ project }) => ({
    configString: Redacted.make(JSON.stringify(ConfigurationDocument.documentOf(project.config)))
  }))
)

const update = handle(
  Api.updateConfiguration,
  Effect.fnUntraced(function* ({ params: { level }, payload: { configOverrideString } }) {
    const { project } = yield* Caller
    const changes = parseObject(Redacted.value(configOverrideString)) ?? {}
    const isOfLevel = (path: string) => (level === "project") === /^project(?:\.|$)/.test(path)
    const config = ConfigurationDocument.changed(project.config, changes, isOfLevel)
    if ("problem" in config) return yield* new TextError({ status: 400, text: config.problem })
    yield* (yield* Projects).update(project, { config })
  })
)

/** The routes of `api/Configuration`. */
export const routes = [get, update]
