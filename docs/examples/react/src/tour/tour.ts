/** How far the tour has come. It is kept in this browser, so that it can be left and resumed. */

export interface TourState {
  readonly isOpen: boolean
  /** The number of steps that are done. */
  readonly done: number
  /** When it began: emails of before do not count. */
  readonly since: number
}

export const stepCount = 5

const key = "tour"

const listeners = new Set<() => void>()

const notStarted: TourState = { isOpen: false, done: 0, since: 0 }

const isState = (value: unknown): value is TourState =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "isOpen") === "boolean" &&
  ["done", "since"].every((name) => typeof Reflect.get(value, name) === "number")

const stored = (): TourState => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null")
    return isState(value) ? value : notStarted
  } catch {
    return notStarted
  }
}

let state = stored()

const set = (next: TourState) => {
  state = next
  localStorage.setItem(key, JSON.stringify(next))
  listeners.forEach((listener) => listener())
}

// Links of emails may open in another tab.
addEventListener("storage", (event) => {
  if (event.key !== key) return
  state = stored()
  listeners.forEach((listener) => listener())
})

export const currentTour = (): TourState => state

export const onTourChange = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Begins the tour, or goes on where it was left. A tour that was finished begins again. */
export const openTour = () =>
  set(
    state.since === 0 || state.done === stepCount
      ? { isOpen: true, done: 0, since: Date.now() }
      : { ...state, isOpen: true }
  )

export const leaveTour = () => set({ ...state, isOpen: false })

/** Marks a step as done, and those before it. */
export const finishStep = (step: number) => {
  if (state.isOpen && state.done <= step) set({ ...state, done: step + 1 })
}
