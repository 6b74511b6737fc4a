import type { Handle } from "@sveltejs/kit"
import { auth } from "$lib/server/auth"

/** The session of each request, in `locals.auth`. */
export const handle: Handle = ({ event, resolve }) =>
  auth.handle(
    event.request,
    (page) => {
      event.locals.auth = page
      return resolve(event)
    },
    { url: event.url }
  )
