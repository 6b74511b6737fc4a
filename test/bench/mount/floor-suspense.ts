/** The floor with Suspense: `use`, one fetch. */
import { createElement, Suspense, use } from "react"
import { serve } from "./page.ts"
import { fetchUser } from "./Subject.ts"

const One = ({ user }: { readonly user: ReturnType<typeof fetchUser> }) =>
  createElement("p", null, use(user).display_name)

serve((count) => {
  const user = fetchUser()
  return createElement(
    Suspense,
    null,
    Array.from({ length: count }, (_, key) => createElement(One, { key, user }))
  )
})
