/** Deletes the signed-in user, and your own data about them. */
import type { RequestAuth } from "gatefold/backend"
import type { PromiseServerApp } from "gatefold/promise/server"

export const deleteAccountRoute = (
  auth: RequestAuth,
  server: PromiseServerApp,
  deleteData: (userId: string) => Promise<void>
) =>
  auth.protect(async (_request, session) => {
    // Your data first: if the user is deleted first and this fails, nobody can try again.
    await deleteData(session.userId)
    await server.users.delete(session.userId)
    return new Response(null, { status: 204 })
  })
