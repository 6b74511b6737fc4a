/** Drafts of the project's mails. */
import * as Effect from "effect/Effect"
import * as Api from "../../api/EmailDrafts.ts"
import { Caller } from "../access/Caller.ts"
import { EmailDrafts } from "../mail/EmailDrafts.ts"
import { notFound } from "../runtime/TextAnswer.ts"
import { handle } from "./Route.ts"

const list = handle(Api.listEmailDrafts, () =>
  Effect.flatMap(Caller, ({ project }) => Effect.flatMap(EmailDrafts, ({ list }) => list(project.id)))
)

const create = handle(
  Api.createEmailDraft,
  Effect.fnUntraced(function* ({ payload }) {
    const { project } = yield* Caller
    return { id: yield* (yield* EmailDrafts).create(project.id, payload) }
  })
)

const find = Effect.fnUntraced(function* (id: string) {
  const { project } = yield* Caller
  const draft = yield* (yield* EmailDrafts).find(project.id, id)
  return draft ?? (yield* notFound("No draft found with this id."))
})

const get = handle(Api.getEmailDraft, ({ params }) => find(params.emailDraftId))

const update = handle(
  Api.updateEmailDraft,
  Effect.fnUntraced(function* ({ params, payload }) {
    yield* (yield* EmailDrafts).update(yield* find(params.emailDraftId), { themeId: undefined, ...payload })
  })
)

const remove = handle(
  Api.deleteEmailDraft,
  Effect.fnUntraced(function* ({ params }) {
    yield* (yield* EmailDrafts).remove(yield* find(params.emailDraftId))
  })
)

/** The routes of `api/EmailDrafts`. */
export const routes = [list, create, get, update, remove]
