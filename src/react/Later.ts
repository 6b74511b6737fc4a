/**
 * Parts that load when a page needs them.
 */
import { useEffect, useState } from "react"
import { Offline, TransportError } from "../domain/TransportError.ts"

/** A part: the module, as soon as it is there, and how to load it. */
export interface Later<M> {
  readonly now: () => M | undefined
  readonly load: () => Promise<M>
}

/** Loads once. After a failure, the next who needs it tries again. */
export const later = <M>(load: () => Promise<M>): Later<M> => {
  let module: M | undefined
  let coming: Promise<M> | undefined
  return {
    now: () => module,
    load: () =>
      (coming ??= load().then(
        (loaded) => (module = loaded),
        (cause: unknown) => {
          coming = undefined
          throw globalThis.navigator?.onLine === false ? offline() : cause
        }
      ))
  }
}

const offline = () =>
  new TransportError({
    reason: new Offline(),
    method: "GET",
    path: "the page",
    attempts: 1,
    elapsedMillis: 0,
    outcomeUnknown: false
  })

/** The part, undefined until it is there. Throws to the nearest boundary if it does not load. */
export const useLater = <M>({ load, now }: Later<M>): M | undefined => {
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
