/**
 * The same over other packages. As text: they are no dependencies of this package, so nothing can check their types.
 */
import type { Peer } from "../peers.ts"

const rows = `Array.from({ length: count }, (_, key) => createElement(One, { key }))`

/** The modules of the peers that have hooks for React. */
export const peerSubjects: ReadonlyArray<{
  readonly peer: Peer
  readonly name: string
  readonly suspends: boolean
  readonly text: string
}> = [
  {
    peer: "@stackframe/react",
    name: "@stackframe/react",
    suspends: true,
    text: `import { StackClientApp, StackProvider, useUser } from "@stackframe/react"
import { createElement, Suspense } from "react"
import { serve } from "bench:page"
const One = () => createElement("p", null, useUser()?.displayName)
serve(async (count) => {
  const { accessToken, projectId, publishableClientKey, refreshToken } = globalThis.settings
  const app = new StackClientApp({
    projectId, publishableClientKey, baseUrl: location.origin, tokenStore: "memory", noAutomaticPrefetch: true
  })
  // What its own sign-in does with the tokens of the answer.
  await app._signInToAccountWithTokens({ accessToken, refreshToken })
  return createElement(StackProvider, { app }, createElement(Suspense, null, ${rows}))
})`
  },
  {
    peer: "better-auth",
    name: "better-auth/react",
    suspends: false,
    text: `import { createAuthClient } from "better-auth/react"
import { createElement } from "react"
import { serve } from "bench:page"
serve((count) => {
  const { useSession } = createAuthClient({ baseURL: location.origin })
  const One = () => createElement("p", null, useSession().data?.user.name)
  return createElement("div", null, ${rows})
})`
  }
]
