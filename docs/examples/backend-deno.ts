/** Deno serves what a module exports by default: `deno serve --allow-env --allow-net backend-deno.ts`. */
import process from "node:process"
import { createRequestAuth } from "gatefold/backend"

const auth = createRequestAuth({
  projectId: process.env.STACK_PROJECT_ID ?? "",
  publishableClientKey: process.env.STACK_PUBLISHABLE_CLIENT_KEY ?? "",
  apiUrl: process.env.STACK_API_URL
})

export default {
  fetch: auth.protect(async (_, session) => {
    const user = await session.user()
    return new Response(`Orders of ${user.primaryEmail}`)
  })
}
