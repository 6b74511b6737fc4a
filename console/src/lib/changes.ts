/** Something may have changed: what is shown is read again. */

const listeners = new Set<() => void>()
let version = 0
let waiting: ReturnType<typeof setTimeout> | undefined

const restMillis = 400

export const currentVersion = () => version

export const onChange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** At once, after something that was done here. */
export const changed = () => {
  clearTimeout(waiting)
  waiting = undefined
  version++
  listeners.forEach((listener) => listener())
}

/** For what others do, which may be much at a time. */
export const changedElsewhere = () => {
  waiting ??= setTimeout(changed, restMillis)
}
