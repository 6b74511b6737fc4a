import { createClientApp } from "gatefold/promise"
import { admin, mailbox, service } from "playground"

const password = "correct horse battery staple"
const ann = createClientApp(service)
await ann.password.signUp({ email: "ann@example.org", password })
const team = await ann.teams.create({ displayName: "Acme" })
await ann.teamInvitations.send({ teamId: team.id, email: "bob@example.org" })

const bob = createClientApp(service) // another device
await bob.password.signUp({ email: "bob@example.org", password })
const invitation = await mailbox.take({ to: "bob@example.org", subject: "invited" })
await bob.teamInvitations.accept({ code: invitation.code })
console.log(
  "Bob's teams:",
  (await bob.teams.list()).map((team) => team.displayName)
)

// Your server grants permissions.
await admin.permissionDefinitions.create({ scope: "team", id: "invoices:pay" })
const { id } = await bob.currentUser.get({ or: "throw" })
await admin.permissions.grant({ teamId: team.id, userId: id, permissionId: "invoices:pay" })
console.log("Bob can pay:", await bob.permissions.has({ permissionId: "invoices:pay", teamId: team.id }))
