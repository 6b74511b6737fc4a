/** Headers that are added to a response from elsewhere. */

/** Headers to add, as pairs of name and value. */
export type Lines = ReadonlyArray<readonly [name: string, value: string]>

/** The `cache-control` of a response that is for one user only. */
export const neverCached = ["cache-control", "private, no-store"] as const

/** Adds headers in place: appends cookies, replaces others. */
export const apply = (headers: Pick<Headers, "append" | "set">, lines: Lines): void => {
  for (const [name, value] of lines) {
    if (name === "set-cookie") headers.append(name, value)
    else headers.set(name, value)
  }
}

/** A copy of a response with more headers: the headers of one from `fetch` are immutable. */
export const copyWith = (response: Response, lines: Lines): Response => {
  if (lines.length === 0) return response
  const changed = new Response(response.body, response)
  apply(changed.headers, lines)
  return changed
}
