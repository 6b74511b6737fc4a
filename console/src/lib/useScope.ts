/** Chooses the traffic of a page: that of the project in the header, or that of all projects. */
import { useProject } from "./Project.tsx"
import { useQuery } from "./useQuery.ts"

export interface Scope {
  readonly isAll: boolean
  readonly setAll: (isAll: boolean) => void
  /** Traffic without a project, such as a request with a wrong key, belongs to every project. */
  readonly has: (of: { readonly projectId?: string | undefined }) => boolean
}

export const useScope = (): Scope => {
  const { id } = useProject()
  const [scope, setScope] = useQuery("scope")
  const isAll = scope === "all"
  return {
    isAll,
    setAll: (isAll) => setScope(isAll ? "all" : ""),
    has: ({ projectId }) => isAll || projectId === undefined || projectId === id
  }
}
