import { createClientApp } from "gatefold/promise"
import { mailbox, service } from "playground"

// In your app: createClientApp({ projectId, publishableClientKey })
const app = createClientApp(service)

await app.password.signUp({ email: "ann@example.org", password: "correct horse battery staple" })
const user = await app.currentUser.update({ displayName: "Ann" })
console.log(`Hello ${user.displayName}, your email is verified: ${user.primaryEmailVerified}`)

// The service sent an email. Open its link, as Ann would.
const code = await mailbox.codeTo("ann@example.org")
await app.contactChannels.verify({ code })
const { primaryEmailVerified } = await app.currentUser.get({ or: "throw" })
console.log(`Verified now: ${primaryEmailVerified}`)
