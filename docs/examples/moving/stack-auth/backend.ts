import { createRequestAuth } from "gatefold/backend"

const auth = createRequestAuth({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

export const orders = auth.protect(async (_request, session) => {
  await session.requirePermission("orders:read")
  return Response.json({ userId: session.userId })
})
