/** The token of the emulator's start: in this tab only, and in its address for no longer than it takes to read it. */

const key = "gatefold-emulator-token"

const listeners = new Set<() => void>()

const tell = () => listeners.forEach((listener) => listener())

const write = (token: string | undefined) => {
  if (token === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, token)
  tell()
}

/** What `gatefold start` prints, `http://127.0.0.1:8102/#token=…`, or the token alone. */
export const tokenIn = (text: string): string | undefined => /^(?:.*#token=)?([\w-]{20,})$/.exec(text.trim())?.[1]

const takeFromUrl = () => {
  if (!location.hash.startsWith("#token=")) return
  const token = tokenIn(location.hash)
  // history keeps the address without it
  history.replaceState(null, "", location.pathname)
  if (token !== undefined) write(token)
}

takeFromUrl()

// the printed address, opened in a tab with the console of an earlier start: nothing is loaded again
addEventListener("hashchange", takeFromUrl)

export const currentToken = (): string | undefined => sessionStorage.getItem(key) ?? undefined

export const onTokenChange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const keepToken = (token: string) => write(token)

/** For a token that the emulator does not know any more. */
export const forgetToken = () => write(undefined)
