import { createServerApp } from "gatefold/promise/server"
import { serverService } from "playground"

// In your server: createServerApp({ projectId, publishableClientKey, secretServerKey })
const app = createServerApp(serverService)

for (const name of ["Ann", "Bob", "Eve"]) {
  await app.users.create({ displayName: name, primaryEmail: `${name.toLowerCase()}@example.org` })
}
const users = await app.users.list({ query: "ann" })
console.log(
  "Found:",
  users.map((user) => user.primaryEmail)
)

await app.users.update({ userId: users[0].id, serverMetadata: { plan: "pro" } })
for await (const user of app.users.stream()) console.log(user.displayName, user.serverMetadata)
