import { createServerFn } from "@tanstack/react-start"
import { auth } from "./auth.server"

/** The user, for the provider of the root route. */
export const dehydrate = createServerFn().handler(() => auth.page().dehydrate())

/** Reads the user, or redirects to the sign-in page. In `beforeLoad`: `requireUser({ data: location.href })`. */
export const requireUser = createServerFn()
  .validator((returnTo: string) => returnTo)
  .handler(({ data: returnTo }) => auth.page().getUser({ or: "redirect", returnTo }))
