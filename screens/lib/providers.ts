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

const order = Object.keys(names)

/** How a provider calls itself. */
export const providerName = (id: string): string => (Object.hasOwn(names, id) ? names[id] : undefined) ?? id

/** Sorts providers for the sign-in page: the given one first, those without a place last. */
export const inOrder = (ids: ReadonlyArray<string>, first: string | undefined): ReadonlyArray<string> => {
  const rank = (id: string) => (id === first ? -1 : order.includes(id) ? order.indexOf(id) : order.length)
  return [...ids].sort((a, b) => rank(a) - rank(b))
}
