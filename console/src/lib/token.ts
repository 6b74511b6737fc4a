/** The token of the emulator. It stays in this tab, and leaves the URL as soon as it is read. */

const key = "gatefold-emulator-token"

const listeners = new Set<() => void>()

const tell = () => listeners.forEach((listener) => listener())

const write = (token: string | undefined) => {
  if (token === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, token)
  tell()
}

/** The token of the URL that `gatefold start` prints, or the token itself. */
export const findToken = (text: string): string | undefined => /^(?:.*#token=)?([\w-]{20,})$/.exec(text.trim())?.[1]

const takeFromUrl = () => {
  if (!location.hash.startsWith("#token=")) return
  const token = findToken(location.hash)
  // The history keeps the URL without it.
  history.replaceState(null, "", location.pathname)
  if (token !== undefined) write(token)
}

takeFromUrl()

// The printed URL may be opened in a tab with the console of an earlier start, which loads nothing.
addEventListener("hashchange", takeFromUrl)

export const readToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined

export const onTokenChange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const keepToken = (token: string) => write(token)

/** Forgets a token that the emulator no longer accepts. */
export const forgetToken = () => write(undefined)
