/** OAuth scopes as text (RFC 6749 §3.3). */

/** Scopes are separated by spaces, in any order. */
export const parseScopes = (scope: string): ReadonlyArray<string> => scope.split(" ").filter((name) => name !== "")

/** The scopes of several lists, each once. */
export const mergeScopes = (...scopes: ReadonlyArray<string>): string =>
  [...new Set(scopes.flatMap(parseScopes))].join(" ")

export const covers = (granted: string, required: string): boolean => {
  const names = new Set(parseScopes(granted))
  return parseScopes(required).every((name) => names.has(name))
}
