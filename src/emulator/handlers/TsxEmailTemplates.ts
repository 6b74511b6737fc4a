/** Templates of the project's mails as the current service has them. */
import * as Effect from "effect/Effect"
import * as Api from "../../api/TsxEmailTemplates.ts"
import { EmailRenderingError, RequiresCustomEmailServer } from "../../domain/errors/Emails.ts"
import { Caller } from "../http/Caller.ts"
import { handle } from "../http/Route.ts"
import { TextError } from "../TextError.ts"
import { EmailThemes } from "../mail/EmailThemes.ts"
import { render } from "../mail/tsx/RenderMail.ts"
import { TsxEmailTemplates } from "../mail/TsxEmailTemplates.ts"

const list = handle(Api.listTsxEmailTemplates, () =>
  Effect.flatMap(Caller, ({ project }) => Effect.flatMap(TsxEmailTemplates, ({ list }) => list(project.id)))
)

/** Whom previews are shown for. */
const PREVIEW_USER = { displayName: "John Doe" }

/** The project, if it has a mail server of its own. */
const withOwnServer = Effect.flatMap(Caller, ({ project }) =>
  project.config.emailConfig.type === "shared" ? Effect.fail(new RequiresCustomEmailServer()) : Effect.succeed(project)
)

/** The template of the request, if the project has a mail server of its own. */
const find = Effect.fnUntraced(function* (id: string) {
  const project = yield* withOwnServer
  const templates = yield* TsxEmailTemplates
  const template = (yield* templates.list(project.id)).find((one) => one.id === id)
  if (template === undefined) return yield* new TextError({ status: 404, text: "No template found with this id." })
  return { project, template, templates }
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
    const { project, template, templates } = yield* find(params.emailTemplateId)
    const { themeId = template.themeId, tsxSource } = payload
    const mail = yield* render({
      template: tsxSource,
      theme: yield* (yield* EmailThemes).sourceOf(project, themeId),
      user: PREVIEW_USER,
      project,
      isPreview: true
    })
    for (const [name, value] of [
      ["Subject", mail.subject],
      ["NotificationCategory", mail.notificationCategory]
    ]) {
      if (value !== undefined) continue
      const error = `template: There must be a <${name} value="…" />, which is imported from "@stackframe/emails".`
      return yield* new EmailRenderingError({ details: { error } })
    }
    yield* templates.update(project.id, template, payload)
    return { renderedHtml: mail.html }
  })
)

const remove = handle(
  Api.deleteTsxEmailTemplate,
  Effect.fnUntraced(function* ({ params }) {
    const { project, template, templates } = yield* find(params.emailTemplateId)
    yield* templates.remove(project.id, template)
  })
)

/** The routes of `api/TsxEmailTemplates`. */
export const routes = [list, create, update, remove]
