/** How an OAuth client names its project. */

/** The project of `projectId` or `projectId#branch`; there is only the branch `main`. */
export const projectIdOf = (clientId: string): string | undefined => {
  const [projectId, branch = "main", ...rest] = clientId.split("#")
  return branch === "main" && rest.length === 0 ? projectId : undefined
}
