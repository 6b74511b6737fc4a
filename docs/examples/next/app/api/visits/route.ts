import { server } from "../../../lib/server"

/** Counts where only servers see it. */
export const POST = server.protect(async (_request, user) => {
  const before = user.serverMetadata as { readonly visits?: number } | null
  const visits = (before?.visits ?? 0) + 1
  await server.currentUser.update({ serverMetadata: { visits } })
  return Response.json({ visits })
})
