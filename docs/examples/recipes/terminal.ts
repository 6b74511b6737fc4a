/** A terminal program: `login` keeps a session in a file, `logout` ends it, and `orders` calls your API as the user. */
import { createClientApp } from "gatefold/promise/effect"
import { ConfigFileTokenStore } from "gatefold/terminal"

const appUrl = process.env.APP_URL ?? "http://localhost:5173" // your web app: its page confirms logins
const project = { apiUrl: process.env.STACK_API_URL, projectId: process.env.STACK_PROJECT_ID ?? "" }

await using app = createClientApp({
  ...project,
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY,
  appUrl,
  tokenStore: ConfigFileTokenStore.layer({ app: "orders", ...project }) // a file that only the user can read
})

const fail = (message: string) => {
  console.error(message)
  process.exitCode = 1
}

switch (process.argv[2]) {
  case "login": {
    const promptLink = (url: string) => console.log(`Open ${url}`)
    const login = await app.cliLogin.login.result({ promptLink, expiresInMillis: 10 * 60_000 })
    if (login.ok) console.log(`Signed in as ${(await app.currentUser.get())?.primaryEmail}`)
    else fail(login.error.message)
    break
  }
  case "logout":
    await app.sessions.signOut()
    console.log("Signed out")
    break
  case "orders":
    if ((await app.currentUser.get()) === null) fail("You are signed out. Run: node terminal.ts login")
    else {
      const response = await fetch(new URL("/api/orders", appUrl), { headers: await app.sessions.authHeaders() })
      console.log(await response.text())
    }
    break
  default:
    fail("Usage: node terminal.ts login | orders | logout")
}
