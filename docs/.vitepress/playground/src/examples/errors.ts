import { createClientApp } from "gatefold/promise"
import { service } from "playground"

const app = createClientApp(service)
await app.password.signUp({ email: "ann@example.org", password: "correct horse battery staple" })
await app.sessions.signOut()

// `result` resolves with each error that the type names.
const signIn = await app.password.signIn.result({ email: "ann@example.org", password: "wrong" })
if (!signIn.ok) console.log(signIn.error._tag, "·", signIn.error.message)

// Without `result`, the promise rejects with the error itself.
await app.teams.create({ displayName: "Acme" })
