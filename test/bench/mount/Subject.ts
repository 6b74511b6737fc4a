/** What is mounted, and the page that mounts it. */
import type { ReactElement } from "react"

/** A new provider around this many components, each of which shows the name of the user in a `<p>` once it knows it. */
export type Subject = (count: number) => ReactElement | Promise<ReactElement>

/** What one subject costs in one round. */
export interface MountValue {
  readonly subject: string
  /** Whether it shows a fallback while it waits. */
  readonly suspends: boolean
  /** How many components were mounted. */
  readonly count: number
  /** Milliseconds until all of them show the user. */
  readonly settle: number
  /** Milliseconds of CPU on the main thread, for mounting and unmounting. */
  readonly cpu: number
  /** Requests for each mount. */
  readonly requests: number
}

/** What the server tells the page. */
export interface Settings {
  /** The name of the user. */
  readonly name: string
  readonly projectId: string
  readonly publishableClientKey: string
  readonly accessToken: string
  readonly refreshToken: string
  /** The headers of a call on behalf of the user, for those who call without a library. */
  readonly headers: Readonly<Record<string, string>>
}

/** The settings of this page. */
export const settings = (): Settings => (globalThis as unknown as { readonly settings: Settings }).settings

/** Reads the user as whoever does without a library. */
export const fetchUser = async (): Promise<{ readonly display_name: string }> => {
  const response = await fetch("/api/v1/users/me", { headers: settings().headers })
  return JSON.parse(await response.text())
}
