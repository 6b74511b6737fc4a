import { createServerApp } from "gatefold/promise/server"

export const serverApp = createServerApp({
  projectId: "your-project-id",
  publishableClientKey: "pck_your_key",
  secretServerKey: process.env["STACK_SECRET_SERVER_KEY"] ?? ""
})

export const handler = async (request: Request): Promise<Response> => {
  const { client, currentUser } = serverApp.forRequest(request)
  const user = await currentUser.get()
  if (user === null) return new Response("Who are you?", { status: 401 })
  await currentUser.update({ serverMetadata: { lastSeen: Date.now() } })
  const teams = await client.teams.list()
  return Response.json({ name: user.displayName, teams: teams.map(({ displayName }) => displayName) })
}
