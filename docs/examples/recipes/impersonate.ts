/** Lets support sign in as a user for ten minutes, and logs who did it and why. */
import type { RequestAuth } from "gatefold/backend"
import { reveal, type PromiseServerApp } from "gatefold/promise/server"

export const impersonateRoute = (
  auth: RequestAuth,
  server: PromiseServerApp,
  log: (entry: { readonly supporter: string; readonly userId: string; readonly reason: string }) => void
) =>
  auth.protect(async (request, session) => {
    await session.requirePermission("support:impersonate")
    const { reason, userId } = await request.json()
    log({ supporter: session.userId, userId, reason })
    const { accessToken, refreshToken } = await server.sessions.create({
      userId,
      expiresInMillis: 10 * 60_000,
      isImpersonation: true
    })
    return Response.json({ accessToken: reveal(accessToken), refreshToken: reveal(refreshToken) })
  })
