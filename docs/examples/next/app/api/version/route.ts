export const dynamic = "force-static"

/** The same for everybody, so Next.js may make it once. */
export const GET = () => Response.json({ version: 1 })
