/** Templates of the project's mails as the current service has them. */
import * as Effect from "effect/Effect"
import * as Api from "../../api/TsxEmailTemplates.ts"
import { EmailRenderingError, RequiresCustomEmailServer } from "../../domain/errors/Emails.ts"
import { Caller } from "../access/Caller.ts"
import { badRequest, notFound } from "../errors/TextAnswer.ts"
import * as EmailThemes from "../mail/EmailThemes.ts"
import { previewUser } from "../mail/tsx/DefaultSources.ts"
import * as RenderMail from "../mail/tsx/RenderMail.ts"
import * as TsxEmailTemplates from "../mail/TsxEmailTemplates.ts"
import { handle } from "./Route.ts"

const requireOwnServer = Effect.flatMap(Caller, ({ project }) =>
  project.config.emailConfig.type === "shared" ? Effect.fail(new RequiresCustomEmailServer()) : Effect.succeed(project)
)

/** The template of the request, if the project has its own mail server. */
const find = Effect.fnUntraced(function* (id: string) {
  const project = yield* requireOwnServer
  const template = (yield* TsxEmailTemplates.list(project.id)).find((candidate) => candidate.id === id)
  if (template === undefined) return yield* notFound("No template found with this id.")
  return { project, template }
})

const noTemplate = badRequest("No template found with this id.")
const noTheme = badRequest("No theme found with this id.")

const readTemplateSource = Effect.fnUntraced(function* (payload: Api.RenderEmail) {
  if ("templateTsxSource" in payload) return payload.templateTsxSource
  const { project } = yield* Caller
  const templates = yield* TsxEmailTemplates.list(project.id)
  return templates.find(({ id }) => id === payload.templateId)?.tsxSource ?? (yield* noTemplate)
})

const readThemeSource = Effect.fnUntraced(function* (payload: Api.RenderEmail) {
  if ("themeTsxSource" in payload) return payload.themeTsxSource
  const { project } = yield* Caller
  const { themeId } = payload
  if (typeof themeId === "string" && !(yield* EmailThemes.list(project.id)).some(({ id }) => id === themeId)) {
    return yield* noTheme
  }
  return yield* EmailThemes.findSource(project, themeId)
})

const editableSources: Readonly<Record<string, ReadonlyArray<RenderMail.SourceFile>>> = {
  template: ["template"],
  theme: ["theme"],
  both: ["template", "theme"]
}

export const routes = [
  handle(Api.listTsxEmailTemplates, ({ project }) => TsxEmailTemplates.list(project.id)),

  handle(Api.createTsxEmailTemplate, function* ({ payload }) {
    const { id } = yield* requireOwnServer
    return { id: yield* TsxEmailTemplates.create(id, payload.displayName) }
  }),

  handle(Api.updateTsxEmailTemplate, function* ({ params, payload }) {
    const { project, template } = yield* find(params.emailTemplateId)
    const { themeId = template.themeId, tsxSource } = payload
    const mail = yield* RenderMail.render({
      template: tsxSource,
      theme: yield* EmailThemes.findSource(project, themeId),
      user: previewUser,
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
    yield* TsxEmailTemplates.update(project.id, template, payload)
    return { renderedHtml: mail.html }
  }),

  handle(Api.deleteTsxEmailTemplate, function* ({ params }) {
    const { project, template } = yield* find(params.emailTemplateId)
    yield* TsxEmailTemplates.remove(project.id, template)
  }),

  handle(Api.renderEmail, function* ({ payload, project }) {
    const { editableMarkers = false, editableSource = "both" } = payload
    const mail = yield* RenderMail.render({
      template: yield* readTemplateSource(payload),
      theme: yield* readThemeSource(payload),
      user: previewUser,
      project,
      isPreview: true,
      editable: editableMarkers ? (editableSources[editableSource] ?? []) : []
    })
    return {
      html: mail.html,
      ...(mail.subject !== undefined && { subject: mail.subject }),
      ...(mail.notificationCategory !== undefined && { notificationCategory: mail.notificationCategory }),
      ...(editableMarkers && {
        editableRegions: Object.fromEntries(mail.editableRegions.map((region) => [region.id, region]))
      })
    }
  })
]
