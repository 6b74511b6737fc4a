import { createClientApp } from "gatefold/promise"
import { clock, faults, mailbox, service } from "playground"

const app = createClientApp(service)
await app.password.signUp({ email: "ann@example.org", password: "correct horse battery staple" })

// The first connection breaks. Gatefold repeats the request, because reading is safe to repeat.
await faults.add({ path: "/users/me", fault: "reset", first: 1 })
console.log("Read after a retry:", (await app.currentUser.get())?.primaryEmail)

// A reset code expires. Eight days take no time here.
await app.password.sendResetCode({ email: "ann@example.org" })
const { code } = await mailbox.take({ to: "ann@example.org", subject: "Reset" })
await clock.advance("8 days")
const reset = await app.password.reset.result({ code, password: "another password" })
console.log(reset.ok ? "Reset" : reset.error._tag)
