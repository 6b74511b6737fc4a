const names: Readonly<Record<string, string>> = {
  apple: "Apple",
  bitbucket: "Bitbucket",
  discord: "Discord",
  facebook: "Facebook",
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  linkedin: "LinkedIn",
  microsoft: "Microsoft",
  spotify: "Spotify",
  twitch: "Twitch",
  x: "X"
}

/** How a provider calls itself. */
export const providerName = (id: string): string => (Object.hasOwn(names, id) ? names[id] : undefined) ?? id
