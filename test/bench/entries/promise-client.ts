/**
 * The app of `password-client.ts` over promises.
 */
import { createClientApp } from "../../../src/promise/index.ts"

export const main = async () => {
  const app = createClientApp({ projectId: "project", publishableClientKey: "pck_key" })
  await app.password.signIn({ email: "ann@example.org", password: "correct horse" })
  const user = await app.currentUser.get()
  await app.sessions.signOut()
  return user
}
