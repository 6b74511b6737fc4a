/** Drafts of the project's mails. */
import * as Effect from "effect/Effect"
import * as Api from "../../api/EmailDrafts.ts"
import { Caller } from "../access/Caller.ts"
import { notFound } from "../errors/TextAnswer.ts"
import * as EmailDrafts from "../mail/EmailDrafts.ts"
import { handle } from "./Route.ts"

const find = Effect.fnUntraced(function* (id: string) {
  const { project } = yield* Caller
  const draft = yield* EmailDrafts.find(project.id, id)
  return draft ?? (yield* notFound("No draft found with this id."))
})

export const routes = [
  handle(Api.listEmailDrafts, ({ project }) => EmailDrafts.list(project.id)),

  handle(Api.createEmailDraft, function* ({ payload, project }) {
    return { id: yield* EmailDrafts.create(project.id, payload) }
  }),

  handle(Api.getEmailDraft, ({ params }) => find(params.emailDraftId)),

  handle(Api.updateEmailDraft, function* ({ params, payload }) {
    const draft = yield* find(params.emailDraftId)
    yield* EmailDrafts.update(draft, { themeId: undefined, ...payload })
  }),

  handle(Api.deleteEmailDraft, function* ({ params }) {
    const draft = yield* find(params.emailDraftId)
    yield* EmailDrafts.remove(draft)
  })
]
