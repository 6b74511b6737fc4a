import { useEffect } from "react"

/** Does something again and again while somebody looks at the page, and at once when they come back; or not at all. */
export const usePolling = (look: () => Promise<void>, millis: number | undefined) => {
  useEffect(() => {
    if (millis === undefined) return
    const lookIfSeen = () => (document.visibilityState === "visible" ? void look() : undefined)
    const timer = setInterval(lookIfSeen, millis)
    document.addEventListener("visibilitychange", lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", lookIfSeen)
    }
  }, [look, millis])
}
