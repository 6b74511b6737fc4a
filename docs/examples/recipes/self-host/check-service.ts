/** Checks that your service, its keys and its tokens work together: creates a user, signs in, and deletes the user. */
import { createRequestAuth } from "gatefold/backend"
import { createClientApp } from "gatefold/promise"
import { createServerApp } from "gatefold/promise/server"

const project = {
  apiUrl: process.env.STACK_API_URL,
  projectId: process.env.STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY
}
await using server = createServerApp({ ...project, secretServerKey: process.env.STACK_SECRET_SERVER_KEY ?? "" })
await using app = createClientApp({ ...project, appUrl: "http://localhost:5173" })
await using auth = createRequestAuth(project)

const email = `check-${Date.now()}@example.com`
const password = crypto.randomUUID()
const { id } = await server.users.create({ primaryEmail: email, primaryEmailAuthEnabled: true, password })
try {
  await app.password.signIn({ email, password })
  const headers = new Headers(await app.sessions.authHeaders())
  await using result = await auth.authenticate({ headers, method: "GET" })
  if (!result.signedIn) throw result.error
  console.log(`${project.apiUrl} works: it signed ${email} in, and your server accepted the token`)
} finally {
  await server.users.delete(id)
}
