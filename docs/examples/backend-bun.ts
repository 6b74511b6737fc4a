/** Bun serves what a module exports by default: `bun backend-bun.ts`. */
import { createRequestAuth } from "gatefold/backend"

const auth = createRequestAuth({
  projectId: process.env.STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY ?? "",
  apiUrl: process.env.STACK_API_URL
})

export default {
  hostname: "127.0.0.1",
  port: Number(process.env.PORT ?? 3000),
  fetch: auth.protect(async (_, session) => {
    const user = await session.user()
    return new Response(`Orders of ${user.primaryEmail}`)
  })
}
