/** The atoms of the app, over one session. */
import { Layer } from "effect"
import { BrowserCookieTokenStore, ClientApp, Session } from "gatefold"
import { AuthAtom } from "gatefold/atom"

const project = {
  apiUrl: import.meta.env["VITE_STACK_API_URL"],
  projectId: import.meta.env["VITE_STACK_PROJECT_ID"] ?? "",
  publishableClientKey: import.meta.env["VITE_STACK_PUBLISHABLE_CLIENT_KEY"]
}

export const auth = AuthAtom.make(
  Session.layer.pipe(
    Layer.provideMerge(BrowserCookieTokenStore.layer(project)),
    Layer.provideMerge(ClientApp.layer(project))
  )
)
