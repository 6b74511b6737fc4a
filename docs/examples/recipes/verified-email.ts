/** Lets only users with a verified email through. */
import type { RequestAuth } from "gatefold/backend"

export const checkoutRoute = (auth: RequestAuth) =>
  auth.protect(async (_request, session) => {
    const user = await session.user()
    if (!user.primaryEmailVerified) {
      return Response.json({ message: "Verify your email before you check out." }, { status: 403 })
    }
    return Response.json({ ok: true })
  })
