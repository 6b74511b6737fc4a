/** Tells readers that data may have changed, so that they read it again. */

const listeners = new Set<() => void>()
let version = 0
let waiting: ReturnType<typeof setTimeout> | undefined

const restMillis = 400

export const readVersion = () => version

export const onChange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reads again at once, after an action of this page. */
export const markChanged = () => {
  clearTimeout(waiting)
  waiting = undefined
  version++
  listeners.forEach((listener) => listener())
}

/** Reads again soon. Others may change many things in a row. */
export const markChangedElsewhere = () => {
  waiting ??= setTimeout(markChanged, restMillis)
}
