/** The URL of the page, whichever router the app has, if any. */
import { Navigation } from "gatefold"
import { useState, useSyncExternalStore } from "react"

const pollMillis = 100

/**
 * Browsers with the Navigation API report every change of the URL; in others, the URL is polled. Listeners hear of a
 * change a moment later, because routers change the URL while React renders, when no state may be set.
 */
const subscribe = (onChange: () => void) => {
  const navigation: unknown = Reflect.get(globalThis, "navigation")
  if (navigation instanceof EventTarget) {
    const onEntryChange = () => queueMicrotask(onChange)
    navigation.addEventListener("currententrychange", onEntryChange)
    return () => navigation.removeEventListener("currententrychange", onEntryChange)
  }
  const timer = setInterval(onChange, pollMillis)
  return () => clearInterval(timer)
}

const onServer = () => undefined

/** The path of the URL, such as `/account`; undefined on a server. */
export const usePath = (): string | undefined => useSyncExternalStore(subscribe, () => location.pathname, onServer)

/** For apps without a router: navigates without loading the page. The app calls `usePath` to decide what to show. */
export const historyNavigation = Navigation.layerCustom((url, { replace }) => {
  if (replace) return history.replaceState(null, "", url)
  history.pushState(null, "", url)
  scrollTo(0, 0)
})

/** The query of the URL, such as `?after_auth_return_to=%2Fteams`. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => location.search, onServer) ?? ""

/** The parts of the URL's path below that of a page; undefined on a server. They stay while the app leaves the page. */
export const useSubpath = (page: string): ReadonlyArray<string> | undefined => {
  const readBelow = () =>
    `${location.pathname}/`.startsWith(`${page}/`) ? location.pathname.slice(page.length) : undefined
  const now = useSyncExternalStore(subscribe, readBelow, onServer)
  const [last, setLast] = useState(now)
  if (now !== undefined && now !== last) setLast(now)
  return (now ?? last)?.split("/").filter((part) => part !== "")
}
