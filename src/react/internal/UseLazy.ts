/** Parts that load when a page needs them. */
import { useEffect, useState } from "react"
import type { Lazy } from "../../platform/Lazy.ts"

/** The part, undefined until it is there. Throws to the nearest boundary if it does not load. */
export const useLazy = <M>({ load, now }: Lazy<M>): M | undefined => {
  const [failed, setFailed] = useState<{ readonly error: unknown } | undefined>(undefined)
  const [, setLoaded] = useState<M | undefined>(undefined)
  useEffect(() => {
    if (now() !== undefined) return
    let isHere = true
    load().then(
      (module) => isHere && setLoaded(() => module),
      (error: unknown) => isHere && setFailed({ error })
    )
    return () => {
      isHere = false
    }
  }, [load, now])
  if (failed !== undefined) throw failed.error
  return now()
}
