/** Themes of the project's mails. */
import * as Effect from "effect/Effect"
import * as Api from "../../api/EmailThemes.ts"
import { Caller } from "../access/Caller.ts"
import { notFound } from "../errors/TextAnswer.ts"
import * as EmailThemes from "../mail/EmailThemes.ts"
import { newTemplate, previewUser } from "../mail/tsx/DefaultSources.ts"
import * as RenderMail from "../mail/tsx/RenderMail.ts"
import { handle } from "./Route.ts"

const find = Effect.fnUntraced(function* (id: string) {
  const { project } = yield* Caller
  const theme = (yield* EmailThemes.list(project.id)).find((candidate) => candidate.id === id)
  if (theme === undefined) return yield* notFound("No theme found with this id.")
  return { project, theme }
})

export const routes = [
  handle(Api.listEmailThemes, ({ project }) => EmailThemes.list(project.id)),

  handle(Api.createEmailTheme, function* ({ payload, project }) {
    return { id: yield* EmailThemes.create(project.id, payload.displayName) }
  }),

  handle(Api.getEmailTheme, ({ params }) => Effect.map(find(params.emailThemeId), ({ theme }) => theme)),

  handle(Api.updateEmailTheme, function* ({ params, payload: { tsxSource } }) {
    const { project, theme } = yield* find(params.emailThemeId)
    yield* RenderMail.render({ template: newTemplate, theme: tsxSource, user: previewUser, project, isPreview: true })
    yield* EmailThemes.update(project.id, { ...theme, tsxSource })
    return { displayName: theme.displayName }
  })
]
