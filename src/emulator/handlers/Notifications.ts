/** The notification preferences of users (docs/protocol/resources.md#mails). */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Api from "../../api/Notifications.ts"
import { findUser, resolveOwnUserId } from "../access/UserAccess.ts"
import { forbidden, notFound } from "../errors/TextAnswer.ts"
import * as HtmlPage from "../http/HtmlPage.ts"
import * as Notifications from "../mail/Notifications.ts"
import { handle } from "./Route.ts"

const resolveUserId = (id: string) => {
  const text = "Client can only manage their own notification preferences."
  return resolveOwnUserId(id, forbidden(text)).pipe(
    Effect.flatMap(findUser),
    Effect.map((user) => user.id)
  )
}

const codeLength = 45

const makePage = (status: number, title: string, text: string) =>
  HttpServerResponse.fromWeb(HtmlPage.renderMessage(status, title, text, "Sent by the Gatefold emulator."))

export const routes = [
  handle(Api.listNotificationCategories, function* ({ params }) {
    const userId = yield* resolveUserId(params.userId)
    return yield* Notifications.list(userId)
  }),

  handle(Api.updateNotificationCategory, function* ({ params, payload }) {
    const userId = yield* resolveUserId(params.userId)
    const category = Notifications.categories.find(({ id }) => id === params.notificationCategoryId)
    if (category === undefined) return yield* notFound("Notification category not found")
    return yield* Notifications.setEnabled(userId, category, payload.enabled)
  }),

  handle(Api.unsubscribe, function* ({ query: { code = "" } }) {
    if (code.length !== codeLength) {
      return makePage(400, "This link is not complete", "Follow the link of the mail, or copy all of it.")
    }
    const category = yield* Notifications.unsubscribe(code)
    return category === undefined
      ? makePage(404, "This link does not work", "The mail was for an account that no longer exists.")
      : makePage(200, "You are unsubscribed", `You get no more mails of the category ${category.name}.`)
  })
]
