"use client"
/** The provider of apps whose router renders on a server as well. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import { createElement, type ReactNode, startTransition, Suspense, useEffect, useRef, useState } from "react"
import * as Listeners from "../concurrency/Listeners.ts"
import * as OwnerWatch from "../session/OwnerWatch.ts"
import { TokenStore } from "../token/TokenStore.ts"
import * as AuthClient from "./AuthClient.ts"
import { type AuthOptions, CurrentClient, makeServices } from "./AuthProvider.tsx"
import type { DehydratedState } from "./Hydration.ts"
import * as ServerRender from "./ServerRender.ts"

/**
 * The props of a provider are part of the page, where anyone can read them
 * (docs/protocol/threats.md#secrets-in-output).
 */
export interface NoSecrets {
  readonly secretServerKey?: never
  readonly superSecretAdminKey?: never
}

/** The props of the provider. Server components and loaders pass plain data only. */
export interface AuthProviderProps {
  readonly options: AuthOptions & NoSecrets
  readonly children?: ReactNode
  /** State that the server has read, from `dehydrate`. */
  readonly initial?: DehydratedState | undefined
  /**
   * Makes the provider a Suspense boundary, like that of `gatefold/react`. Default: no boundary, because below one the
   * server sends status and headers before a page can redirect.
   */
  readonly fallback?: ReactNode
}

/** The router, as far as the provider needs it. */
export interface Routing {
  /** Redirects in the browser, unless the options say how. */
  readonly navigation: Layer.Layer<never>
  /** Lets the server render or load the page again. It is the same function in each render. */
  readonly refresh: () => void
}

/**
 * Provides an app to the hooks of `gatefold/react`. It refreshes the page after a sign-in or sign-out in the browser,
 * and reads again after the server has rendered for another session.
 */
export const RoutedProvider = ({
  children,
  fallback,
  initial,
  navigation,
  options,
  refresh
}: AuthProviderProps & Routing) => {
  refuseSecrets(options)
  const [client] = useState(() =>
    AuthClient.make({
      services: makeServices({ options: { navigation, ...options } }),
      initial,
      redirectOnServer: ServerRender.redirect()
    })
  )
  useEffect(() => client.retain(), [client])
  useInStep(client, initial, refresh)
  return createElement(
    CurrentClient,
    { value: client },
    fallback === undefined ? children : createElement(Suspense, { fallback }, children)
  )
}

/** Throws if the options contain a secret key. Types refuse that too, so this is for callers without types. */
const refuseSecrets = (options: NoSecrets) => {
  for (const name of ["secretServerKey", "superSecretAdminKey"] as const) {
    if (options[name] !== undefined) {
      throw new Error(`The ${name} is secret, but whatever <AuthProvider> is given gets into the page: remove it there`)
    }
  }
}

const watchOwner = Effect.fnUntraced(function* (onChange: () => void) {
  const store = yield* TokenStore
  const check = OwnerWatch.make(store, yield* store.get)
  const listener = yield* Listeners.makeForking(Effect.map(check, (isAnother) => (isAnother ? onChange() : undefined)))
  yield* store.changes(listener)
  return yield* Effect.never
}, Effect.scoped)

/** Synchronizes server and browser about who is signed in, and what was read. */
const useInStep = (client: AuthClient.AuthClient, initial: DehydratedState | undefined, refresh: () => void) => {
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
