"use client"
/** Does the work of the handler's pages, which the app's own screens show; without one, plain text does. */
import * as Effect from "effect/Effect"
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react"
import * as Development from "../platform/Development.ts"
import { lazy } from "../platform/Lazy.ts"
import { performIn } from "./AuthClient.ts"
import { useClient } from "./AuthProvider.tsx"
import * as HandlerPage from "./HandlerPage.ts"
import type { HandlerScreens } from "./HandlerStates.ts"
import { useLazy } from "./internal/UseLazy.ts"

// They load late, because pages with a form need neither.
const work = lazy(() => import("./internal/HandlerWork.tsx"))
const plain = lazy(() => import("./internal/PlainScreens.tsx"))

/** The props of the handler. */
export interface AuthHandlerProps {
  /**
   * Your screens for the handler's pages. A page without a screen is shown in plain text. Sign-in, sign-up and the
   * account have no plain form. `crossDomain` requires a screen, because it hands sessions to another domain.
   */
  readonly screens?: HandlerScreens | undefined
  /** Default: the page of the URL. */
  readonly page?: HandlerPage.HandlerPage | undefined
  /** Shown on any other page. */
  readonly fallback?: ReactNode
}

/**
 * Shows the current page of the handler. If the router keeps it mounted between pages, give it a `key` that changes
 * with the URL. In development the console names a page that has no screen.
 *
 * @example
 * ```tsx
 * <AuthHandler
 *   screens={{
 *     signIn: () => <SignInForm />,
 *     emailVerification: (state) => <p>{state.status === "failed" ? state.error.message : state.status}</p>
 *   }}
 * />
 * ```
 */
export const AuthHandler = ({ fallback = null, page, screens = {} }: AuthHandlerProps) => {
  const client = useClient()
  const [place, setPlace] = useState<HandlerPage.Place | undefined>(undefined)
  const located = useRef<HandlerPage.HandlerPage | "by URL" | undefined>(undefined)
  useEffect(() => {
    // Kept, because the second mount of StrictMode would find a URL without its code.
    if (located.current === (page ?? "by URL")) return
    located.current = page ?? "by URL"
    performIn(client, Effect.map(HandlerPage.locate(page), setPlace))
  }, [client, page])
  const missing = place?.page !== undefined && screens[place.page] === undefined ? place.page : undefined
  useEffect(() => {
    if (missing !== undefined) Development.warn(describeMissingScreen(missing))
  }, [missing])

  if (place === undefined) return null
  return (
    <Fragment key={place.page}>
      {place.page === undefined ? fallback : renderPage(place, place.page, screens, fallback)}
    </Fragment>
  )
}

const renderPage = (
  place: HandlerPage.Place,
  page: HandlerPage.HandlerPage,
  screens: HandlerScreens,
  fallback: ReactNode
): ReactNode => {
  if (HandlerPage.isForm(page)) return screens[page]?.({ status: "ready" }) ?? fallback
  if (screens[page] !== undefined) return <Work place={place} page={page} screens={screens} />
  return hasPlainScreen(page) ? <PlainWork place={place} page={page} /> : fallback
}

interface WorkProps {
  readonly place: HandlerPage.Place
  readonly page: HandlerPage.WorkPage
  readonly screens: HandlerScreens
}

const Work = ({ page, place, screens }: WorkProps) => {
  const loaded = useLazy(work)
  if (loaded !== undefined) return loaded.renderWork(place, page, screens)
  const show: ((state: { readonly status: "working" }) => ReactNode) | undefined = screens[page]
  return show?.({ status: "working" })
}

const PlainWork = (props: Omit<WorkProps, "screens">) => {
  const loaded = useLazy(plain)
  return loaded === undefined ? null : <Work {...props} screens={loaded.plainScreens} />
}

/** A page that hands on sessions is there only if the app has a screen for it. */
const hasPlainScreen = (page: HandlerPage.HandlerPage) => !HandlerPage.isForm(page) && page !== "crossDomain"

const describeMissingScreen = (page: HandlerPage.HandlerPage) =>
  `<AuthHandler> has no screen for "${page}", and shows ${hasPlainScreen(page) ? "plain text" : "its fallback"}. ` +
  `Give it one: <AuthHandler screens={{ ${page}: (state) => … }} />`
