/** The names of the users of the project, by ID. */
import { useProject } from "./Project.tsx"
import { useProjects } from "./Projects.tsx"
import { useRead } from "./useRead.ts"
import { formatUserName } from "./users.ts"

const none: ReadonlyMap<string, string> = new Map()

/** The newest 100 users: traffic is mostly about them. */
export const useNames = (): ReadonlyMap<string, string> => {
  const { app, id } = useProject()
  const { isCurrent } = useProjects()
  const read = useRead(`names ${id}`, async (signal) => {
    const { items } = await app.users.page(
      {
        limit: 100,
        desc: true,
        orderBy: "signedUpAt",
        ...(isCurrent && { includeRestricted: true, includeAnonymous: true })
      },
      { signal }
    )
    return new Map(
      items.map((user): [string, string] => [user.id, user.isAnonymous ? "A guest" : formatUserName(user)])
    )
  })
  return read.status === "done" ? read.value : none
}
