/** A mail as a page, for a frame of the app. */
import { HttpServerResponse } from "effect/http"

/** Foreign content may have styles, but can't run anything. */
const policy = "sandbox; default-src 'none'; img-src data: https:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** The page of an email, or null without one. */
export const mailPage = (html: string | null) =>
  html === null
    ? HttpServerResponse.text("There is no such mail.", { status: 404 })
    : HttpServerResponse.text(html, {
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": policy, "cache-control": "no-store" }
      })
