/** Paths of the service. */

/** All versions have the same endpoints (docs/protocol/headers.md#roots). */
const apiRoot = /^\/api\/(?:v1|latest|v2beta[1-4])(?=\/|$)/

/** The path below the API's root, or an empty text. Paths are not normalized: one with an extra slash is unknown. */
export const removeRoot = (pathname: string): string => {
  const root = pathname.includes("//") || pathname.endsWith("/") ? null : apiRoot.exec(pathname)
  return root === null ? "" : pathname.slice(root[0].length) || "/"
}
