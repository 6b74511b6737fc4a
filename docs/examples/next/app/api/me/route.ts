import { auth } from "../../../lib/auth"

export const GET = auth.protect((_request, user) => Response.json({ name: user.displayName, email: user.primaryEmail }))

export const POST = auth.protect(async (request) => {
  const { name } = await request.json()
  const user = await auth.currentUser.setDisplayName(String(name))
  return Response.json({ name: user.displayName })
})
