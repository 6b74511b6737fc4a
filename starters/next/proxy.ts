import type { NextRequest } from "next/server"
import { auth } from "./auth/server"

/** Refreshes the session before a page renders. */
export const proxy = async (request: NextRequest) => {
  const response = await auth.proxy(request)
  if (request.nextUrl.pathname.startsWith("/handler/")) {
    // Other sites must not show the auth pages in a frame.
    response.headers.set("content-security-policy", "frame-ancestors 'none'")
  }
  return response
}

export const config = { matcher: "/((?!_next/|favicon.ico).*)" }
