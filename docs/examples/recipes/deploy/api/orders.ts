/** For Vercel: the function behind /api/orders. It imports no other file, so it needs no build settings. */
import { createRequestAuth } from "gatefold/backend"

const auth = createRequestAuth({
  projectId: process.env.STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY,
  apiUrl: process.env.STACK_API_URL
})

export default {
  fetch: auth.protect(async (_request, session) => {
    const user = await session.user()
    return Response.json({ ordersOf: user.primaryEmail })
  })
}
