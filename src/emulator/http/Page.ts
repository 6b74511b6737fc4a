/** Pages of the service for browsers. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { escapeHtml } from "../runtime/HtmlEscape.ts"

/** A page with one sentence, which loads nothing and sends no referrer. */
export const html = (status: number, title: string, sentence: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(sentence)}</p>
</main>
</body>
</html>
`,
    {
      status,
      contentType: "text/html; charset=utf-8",
      headers: {
        "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff"
      }
    }
  )
