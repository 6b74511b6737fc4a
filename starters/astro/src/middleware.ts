import { defineMiddleware } from "astro:middleware"
import { auth } from "./auth"

/** The session of each request, in `Astro.locals.auth`. */
export const onRequest = defineMiddleware((context, next) =>
  auth.handle(context.request, (page) => {
    context.locals.auth = page
    return next()
  })
)
