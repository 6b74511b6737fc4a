/** Calls the API as Ann. The first run signs her up. */
import { createClientApp } from "gatefold/promise"

await using app = createClientApp({
  apiUrl: process.env.STACK_API_URL,
  projectId: process.env.STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY,
  appUrl: "http://localhost:3000"
})
const ann = { email: "ann@example.org", password: "correct horse battery staple" }
const signedUp = await app.password.signUp.result(ann)
if (!signedUp.ok) await app.password.signIn(ann)

const url = new URL("/articles", process.env.ARTICLES_URL ?? "http://127.0.0.1:3000")
const headers = { ...(await app.sessions.authHeaders()), "content-type": "application/json" }
for (const method of ["POST", "DELETE"]) {
  const body = method === "POST" ? JSON.stringify({ title: "Gates" }) : null
  const response = await fetch(url, { method, headers, body })
  console.log(method, response.status, await response.text())
}
