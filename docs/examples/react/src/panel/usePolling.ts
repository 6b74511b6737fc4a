import { useEffect } from "react"

/** Calls a function repeatedly while the page is visible, and immediately when it becomes visible again. */
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
