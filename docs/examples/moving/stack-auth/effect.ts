import { Effect, Layer } from "effect"
import { BrowserCookieTokenStore, ClientApp, CurrentUser, Password, Session } from "gatefold"

const project = { projectId: "your-project-id", publishableClientKey: "pck_your_key" }

const AppLive = Session.layer.pipe(
  Layer.provideMerge(BrowserCookieTokenStore.layer(project)),
  Layer.provideMerge(ClientApp.layer(project))
)

export const greeting = (email: string, password: string) =>
  Effect.gen(function* () {
    yield* Password.signIn({ email, password })
    const user = yield* CurrentUser.getOrFail
    return `Hello ${user.displayName ?? user.primaryEmail}`
  }).pipe(
    Effect.catchTag("EmailPasswordMismatch", () => Effect.succeed("Wrong email address or password")),
    Effect.provide(AppLive)
  )
