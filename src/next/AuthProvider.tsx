"use client"
/**
 * The provider of `gatefold/react` in a Next.js app.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { useRouter } from "next/navigation.js"
import { type ReactNode, startTransition, Suspense, useEffect, useRef, useState } from "react"
import { type AuthClient, make } from "../react/AuthClient.ts"
import { type AuthOptions, CurrentClient, servicesOf } from "../react/AuthProvider.tsx"
import type { DehydratedState } from "../react/Dehydrated.ts"
import { isSameOwner } from "../session/Session.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as RouterNavigation from "./RouterNavigation.ts"

/**
 * The props of a provider are part of the page, where anyone can read them
 * (docs/protocol/threats.md#secrets-in-output).
 */
export interface NoSecrets {
  readonly secretServerKey?: never
  readonly superSecretAdminKey?: never
}

/** The props of the provider. A server component can pass options that are plain data. */
export interface AuthProviderProps {
  readonly options: AuthOptions & NoSecrets
  readonly children?: ReactNode
  /** State that the server has read, from `auth.dehydrate()`. */
  readonly initial?: DehydratedState | undefined
  /**
   * Makes the provider a Suspense boundary, like that of `gatefold/react`. Default: no boundary, because below one
   * Next.js sends status and headers before a page can redirect.
   */
  readonly fallback?: ReactNode
}

/**
 * Provides an app to the hooks of `gatefold/react`. It redirects through the router of Next.js, refreshes the route
 * after a sign-in or sign-out in the browser, and reads again after the server has rendered for another session.
 *
 * @example
 * ```tsx
 * export default async function Layout({ children }) {
 *   return <AuthProvider options={options} initial={await auth.dehydrate()}>{children}</AuthProvider>
 * }
 * ```
 */
export const AuthProvider = ({ children, fallback, initial, options }: AuthProviderProps) => {
  refuseSecrets(options)
  const router = useRouter()
  const [client] = useState(() =>
    make({ services: servicesOf({ options: { navigation: RouterNavigation.layer(router), ...options } }), initial })
  )
  useEffect(() => client.retain(), [client])
  useInStep(client, initial, router.refresh)
  return (
    <CurrentClient value={client}>
      {fallback === undefined ? children : <Suspense fallback={fallback}>{children}</Suspense>}
    </CurrentClient>
  )
}

/** For callers without types: the first render in development reports it. */
const refuseSecrets = (options: NoSecrets) => {
  for (const name of ["secretServerKey", "superSecretAdminKey"] as const) {
    if (options[name] !== undefined) {
      throw new Error(`The ${name} is secret, but whatever <AuthProvider> is given gets into the page: remove it there`)
    }
  }
}

/** Calls a function each time that another user, or nobody, is signed in. */
const watchOwner = (onChange: () => void) =>
  Effect.gen(function* () {
    const store = yield* TokenStore
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    let owner = yield* store.get
    const check = Effect.map(store.get, (now) => {
      const isSame = isSameOwner(owner, now)
      owner = now
      if (!isSame) onChange()
    })
    yield* store.changes(() => void runFork(check))
    return yield* Effect.never
  }).pipe(Effect.scoped)

/** Synchronises server and browser about who is signed in, and what was read. */
const useInStep = (client: AuthClient, initial: DehydratedState | undefined, refresh: () => void) => {
  useEffect(() => {
    const fiber = client.fork(watchOwner(() => startTransition(refresh)))
    return () => void Effect.runFork(Fiber.interrupt(fiber))
  }, [client, refresh])

  const rendered = JSON.stringify(initial)
  const before = useRef(rendered)
  useEffect(() => {
    if (rendered === before.current) return
    before.current = rendered
    client.invalidate(initial?.reads.flatMap(({ shows }) => shows) ?? [])
  }, [client, initial, rendered])
}
