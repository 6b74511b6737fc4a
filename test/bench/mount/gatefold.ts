/** `useUser({ as: "value" })` and `useUser()`: the query of the script's URL says which. */
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { createElement } from "react"
import { AuthProvider } from "../../../src/react/AuthProvider.tsx"
import { useUser } from "../../../src/react/UseUser.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { serve } from "./page.ts"
import { settings } from "./Subject.ts"

const as = new URL(import.meta.url).searchParams.has("suspense") ? "suspense" : "value"

const One = () => createElement("p", null, useUser({ as })?.displayName)

serve((count) => {
  const { accessToken, projectId, publishableClientKey, refreshToken } = settings()
  const tokens = { accessToken: Redacted.make(accessToken), refreshToken: Redacted.make(refreshToken) }
  const options = {
    projectId,
    publishableClientKey,
    apiUrl: globalThis.location.origin,
    tokenStore: Layer.sync(TokenStore, () => MemoryTokenStore.make(tokens))
  }
  return createElement(
    AuthProvider,
    { options },
    Array.from({ length: count }, (_, key) => createElement(One, { key }))
  )
})
