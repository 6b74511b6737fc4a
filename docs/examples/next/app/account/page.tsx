import { auth } from "../../lib/auth"
import { rename, signOut } from "./actions"

export default async function Account() {
  const user = await auth.getUser({ or: "redirect" })
  const sessions = await auth.sessions.list()
  return (
    <main>
      <h1>Account of {user.displayName ?? user.primaryEmail}</h1>
      <p>Signed in at {sessions.length} places</p>
      <form action={rename}>
        <label>
          Name <input name="name" defaultValue={user.displayName ?? ""} />
        </label>
        <button>Save</button>
      </form>
      <form action={signOut}>
        <button>Sign out on the server</button>
      </form>
    </main>
  )
}
