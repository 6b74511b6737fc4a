/** Templates of the project's mails as the current service has them. */
import * as Effect from "effect/Effect"
import * as Api from "../../api/TsxEmailTemplates.ts"
import { EmailRenderingError, RequiresCustomEmailServer } from "../../domain/errors/Emails.ts"
import { Caller } from "../http/Caller.ts"
import * as Tsx from "../mail/Tsx.ts"
import { handle } from "../http/Route.ts"
import { TextError } from "../TextError.ts"
import { TsxEmailTemplates } from "../mail/TsxEmailTemplates.ts"

const list = handle(Api.listTsxEmailTemplates, () =>
  Effect.flatMap(Caller, ({ project }) => Effect.flatMap(TsxEmailTemplates, ({ list }) => list(project.id)))
)

/** The project, if it has a mail server of its own. */
const withOwnServer = Effect.flatMap(Caller, ({ project }) =>
  project.config.emailConfig.type === "shared" ? Effect.fail(new RequiresCustomEmailServer()) : Effect.succeed(project)
)

/** The template of the request, if the project has a mail server of its own. */
const find = Effect.fnUntraced(function* (id: string) {
  const { id: projectId } = yield* withOwnServer
  const templates = yield* TsxEmailTemplates
  const template = (yield* templates.list(projectId)).find((one) => one.id === id)
  if (template === undefined) return yield* new TextError({ status: 404, text: "No template found with this id." })
  return { projectId, template, templates }
})

const create = handle(
  Api.createTsxEmailTemplate,
  Effect.fnUntraced(function* ({ payload }) {
    const { id } = yield* withOwnServer
    return { id: yield* (yield* TsxEmailTemplates).create(id, payload.displayName) }
  })
)

const update = handle(
  Api.updateTsxEmailTemplate,
  Effect.fnUntraced(function* ({ params, payload }) {
    const { projectId, template, templates } = yield* find(params.emailTemplateId)
    const problem = Tsx.problemOf(payload.tsxSource)
    if (problem !== undefined) return yield* new EmailRenderingError({ details: { error: problem } })
    yield* templates.update(projectId, template, payload)
    return { renderedHtml: Tsx.show(payload.tsxSource) }
  })
)

const remove = handle(
  Api.deleteTsxEmailTemplate,
  Effect.fnUntraced(function* ({ params }) {
    const { projectId, template, templates } = yield* find(params.emailTemplateId)
    yield* templates.remove(projectId, template)
  })
)

/** The routes of `api/TsxEmailTemplates`. */
export const routes = [list, create, update, remove]
