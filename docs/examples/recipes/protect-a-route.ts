/** Only signed-in users reach this route; others get 401, and the page can send them to sign in. */
import type { RequestAuth } from "gatefold/backend"

export const ordersRoute = (auth: RequestAuth) =>
  auth.protect(async (_request, session) => {
    const user = await session.user()
    return Response.json({ ordersOf: user.primaryEmail })
  })
