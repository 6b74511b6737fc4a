/** How providers call themselves, in the order in which the sign-in page shows them. */
const names: Readonly<Record<string, string>> = {
  google: "Google",
  github: "GitHub",
  microsoft: "Microsoft",
  apple: "Apple",
  facebook: "Facebook",
  linkedin: "LinkedIn",
  x: "X",
  gitlab: "GitLab",
  bitbucket: "Bitbucket",
  discord: "Discord",
  spotify: "Spotify",
  twitch: "Twitch"
}

/**
 * Your custom OpenID Connect providers by ID, with the names on their buttons, such as `{ "acme-okta": "Acme" }`. The
 * service does not tell pages about them, so list the ones that users sign in with here.
 */
const customNames: Readonly<Record<string, string>> = {}

const order = [...Object.keys(customNames), ...Object.keys(names)]

/** How a provider calls itself. */
export const formatProvider = (id: string): string =>
  [customNames, names].find((known) => Object.hasOwn(known, id))?.[id] ?? id

/** The providers that the sign-in page shows: those of the project, and your custom ones. */
export const listProviders = (enabled: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> => [
  ...new Set([...Object.keys(customNames), ...enabled.map(({ id }) => id)])
]

/** Sorts providers for the sign-in page: the given one first, those without a place last. */
export const sortProviders = (ids: ReadonlyArray<string>, first: string | undefined): ReadonlyArray<string> => {
  const rank = (id: string) => (id === first ? -1 : order.includes(id) ? order.indexOf(id) : order.length)
  return [...ids].sort((a, b) => rank(a) - rank(b))
}
