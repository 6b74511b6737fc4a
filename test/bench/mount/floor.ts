/** The floor: a store by hand, one fetch. */
import { createElement, useSyncExternalStore } from "react"
import { serve } from "./page.ts"
import { fetchUser } from "./Subject.ts"

const makeStore = () => {
  let user: { readonly display_name: string } | undefined
  let isBegun = false
  const listeners = new Set<() => void>()
  return {
    get: () => user,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (!isBegun) {
        isBegun = true
        void fetchUser().then((found) => {
          user = found
          listeners.forEach((tell) => tell())
        })
      }
      return () => void listeners.delete(listener)
    }
  }
}

const One = ({ store }: { readonly store: ReturnType<typeof makeStore> }) => {
  const user = useSyncExternalStore(store.subscribe, store.get)
  return createElement("p", null, user?.display_name)
}

serve((count) => {
  const store = makeStore()
  return createElement(
    "div",
    null,
    Array.from({ length: count }, (_, key) => createElement(One, { key, store }))
  )
})
