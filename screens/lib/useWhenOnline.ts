import { useEffect, useRef } from "react"

/** Browsers report a connection before it works. */
const settledMillis = 1_000

/** Calls `run` soon after the browser has a connection again, for actions that failed without one. */
export const useWhenOnline = (run: () => void): void => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), settledMillis)
    }
    window.addEventListener("online", listen)
    return () => {
      clearTimeout(timer)
      window.removeEventListener("online", listen)
    }
  }, [])
}
