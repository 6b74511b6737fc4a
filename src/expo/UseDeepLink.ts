"use client"
/** The hook for links that open the app. */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import { useEffect, useRef, useState } from "react"
import type { ClientAppError } from "../app/ClientLayer.ts"
import type { OperationError } from "../app/ClientOperation.ts"
import { readData } from "../operation/OperationData.ts"
import { toError } from "../react/AuthClient.ts"
import { useClient } from "../react/AuthProvider.tsx"
import { type ActionState, idle, makeState } from "../react/UseAction.ts"
import { type OpenedLink, openLink } from "./Links.ts"

/**
 * The state of the last link. `value` is null for a URL of another app or page, and for a link that was opened before.
 */
export type DeepLinkState = ActionState<OpenedLink | null, OperationError<typeof openLink> | ClientAppError>

/**
 * Opens the links that the system gives to the app, as `openLink` does: pass what `useLinkingURL` of `expo-linking`
 * returns. `onOpened` is called once for each link that was opened, to show the screen that comes next. Links of other
 * apps, hosts and screens are left alone.
 *
 * The state has the error of a link that could not be opened, such as one that has expired.
 *
 * @example
 * ```tsx
 * const link = useDeepLink(Linking.useLinkingURL(), (opened) => {
 *   if (opened.page === "passwordReset") showNewPassword(opened.code)
 * })
 * return link.error && <Text accessibilityRole="alert">{link.error.message}</Text>
 * ```
 */
export const useDeepLink = (url: string | null | undefined, onOpened?: (link: OpenedLink) => void): DeepLinkState => {
  const client = useClient()
  const [state, setState] = useState<DeepLinkState>(idle)
  const latest = useRef(onOpened)
  const begun = useRef<string>(undefined)
  useEffect(() => {
    latest.current = onOpened
  })
  useEffect(() => {
    // React runs effects twice in development.
    if (url === null || url === undefined || url === begun.current) return
    begun.current = url
    const show = (next: DeepLinkState) => void (begun.current === url && setState(next))
    show(makeState("pending"))
    // Not as an action, which ends with its component: a code counts once.
    client.fork(openLink({ url }), readData(openLink)?.changes).addObserver((exit) => {
      if (Exit.isSuccess(exit)) {
        show(makeState("success", exit.value))
        if (exit.value !== null) latest.current?.(exit.value)
        return
      }
      const failure = exit.cause.reasons.find(Cause.isFailReason)
      if (failure === undefined && !Cause.hasInterruptsOnly(exit.cause)) client.notify(toError(exit.cause))
      show(failure === undefined ? idle : makeState<never, typeof failure.error>("failure", undefined, failure.error))
    })
  }, [client, url])
  return state
}
