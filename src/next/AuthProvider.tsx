"use client"
/**
 * The provider of `gatefold/react` in a Next.js app.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { useRouter } from "next/navigation.js"
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react"
import { isSameOwner } from "../react/AuthClient.ts"
import { type AuthOptions, AuthProvider as ReactAuthProvider, useClient } from "../react/AuthProvider.tsx"
import type { DehydratedState } from "../react/Dehydrated.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as RouterNavigation from "./RouterNavigation.ts"

/** What the provider takes. A server component can pass options that are plain data. */
export interface AuthProviderProps {
  readonly options: AuthOptions
  readonly children?: ReactNode
  /** What the server has read, from `auth.dehydrate()`. */
  readonly initial?: DehydratedState | undefined
  /** What is shown while a component waits that has no `<Suspense>` of its own. Default: nothing. */
  readonly fallback?: ReactNode
}

/**
 * Provides an app to the hooks of `gatefold/react`. It redirects through the
 * router of Next.js, has the page rendered anew when somebody else signs in or
 * out in the browser, and reads anew when the server has rendered something else.
 *
 * @example
 * ```tsx
 * export default async function Layout({ children }) {
 *   return <AuthProvider options={options} initial={await auth.dehydrate()}>{children}</AuthProvider>
 * }
 * ```
 */
export const AuthProvider = ({ children, fallback, initial, options }: AuthProviderProps) => {
  const router = useRouter()
  const [all] = useState(() => ({ navigation: RouterNavigation.layer(router), ...options }))
  return (
    <ReactAuthProvider options={all} initial={initial} fallback={fallback}>
      <InStep initial={initial} refresh={router.refresh} />
      {children}
    </ReactAuthProvider>
  )
}

/** Tells of each time that somebody else is signed in than before. */
const watchOwner = (onChange: () => void) =>
  Effect.gen(function* () {
    const store = yield* TokenStore
    let owner = yield* store.get
    const check = Effect.map(store.get, (now) => {
      const isSame = isSameOwner(owner, now)
      owner = now
      if (!isSame) onChange()
    })
    yield* store.changes(() => void Effect.runFork(check))
    return yield* Effect.never
  }).pipe(Effect.scoped)

/** Keeps server and browser in step about who is signed in, and what is known. */
const InStep = ({
  initial,
  refresh
}: Pick<AuthProviderProps, "initial"> & { readonly refresh: RouterNavigation.Router["refresh"] }) => {
  const client = useClient()
  useEffect(() => {
    const fiber = client.fork(watchOwner(() => startTransition(refresh)))
    return () => void Effect.runFork(Fiber.interrupt(fiber))
  }, [client, refresh])

  const rendered = JSON.stringify(initial)
  const before = useRef(rendered)
  useEffect(() => {
    if (rendered === before.current) return
    before.current = rendered
    client.invalidate(initial?.reads.map(({ name }) => name) ?? [])
  }, [client, initial, rendered])
  return null
}
