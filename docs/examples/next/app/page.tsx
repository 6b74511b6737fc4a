import { auth } from "../lib/auth"
import { Badge } from "./badge"

export default async function Home() {
  const user = await auth.getUser()
  return (
    <main>
      <h1>{user === null ? "Hello stranger" : `Hello ${user.displayName ?? user.primaryEmail}`}</h1>
      <Badge />
    </main>
  )
}
