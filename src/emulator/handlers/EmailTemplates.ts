/** Templates of the project's mails (docs/protocol/resources.md#mail-templates). */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Api from "../../api/EmailTemplates.ts"
import { EmailTemplateType } from "../../api/schema/EmailTemplate.ts"
import { Caller } from "../access/Caller.ts"
import { badRequest, notFound } from "../errors/TextAnswer.ts"
import * as Document from "../mail/Document.ts"
import * as EmailTemplates from "../mail/EmailTemplates.ts"
import { handle } from "./Route.ts"

const read = Effect.fnUntraced(function* (type: EmailTemplateType) {
  const { project } = yield* Caller
  return { type, ...(yield* EmailTemplates.get(project.id, type)) }
})

export const routes = [
  handle(Api.listEmailTemplates, () => Effect.forEach(EmailTemplateType.literals, read)),

  handle(Api.getEmailTemplate, ({ params }) => read(params.type)),

  handle(Api.updateEmailTemplate, function* ({ params: { type }, payload, project }) {
    if (project.config.emailConfig.type === "shared") {
      return yield* badRequest("Email templates can only be customized with an email server of the project's own.")
    }
    const { content, subject } = yield* EmailTemplates.get(project.id, type)
    // An empty text keeps the old content, like the subject.
    const document = payload.content === "" ? undefined : payload.content
    const problem = document === undefined ? Option.none() : Result.getFailure(Document.parse(document))
    if (Option.isSome(problem)) {
      return yield* badRequest(`The content of the email template is invalid: ${problem.value}`)
    }
    yield* EmailTemplates.save(project.id, type, {
      subject: payload.subject || subject,
      content: document === undefined ? content : document
    })
    return yield* read(type)
  }),

  handle(Api.resetEmailTemplate, function* ({ params, project }) {
    if (yield* EmailTemplates.reset(project.id, params.type)) return
    return yield* notFound("The email template is the default one already.")
  })
]
