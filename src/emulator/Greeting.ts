/** The answer of the API's root: who the service thinks you are (wire/headers §1). */
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { SchemaError } from "../domain/errors/ProjectAccess.ts"
import * as Answer from "./Answer.ts"
import type { Authenticated } from "./Authenticated.ts"
import * as SchemaErrorText from "./SchemaErrorText.ts"

const LEVEL_NAMES = { client: "Client", server: "Server", admin: "Admin" } as const

/** Names the access level, the project and the user; useful as a probe of keys and tokens. */
export const greeting = (url: URL, caller: Authenticated["Service"] | undefined): HttpServerResponse => {
  const unknown = [...new Set(url.searchParams.keys())]
  if (unknown.length > 0) {
    const message = SchemaErrorText.make("GET", url.pathname, [
      `query contains unknown properties: ${unknown.join(", ")}`
    ])
    return Answer.knownError(new SchemaError({ details: { message }, error: message }))
  }
  return Answer.text(
    200,
    [
      "Welcome to the Gatefold emulator.",
      "",
      `Authentication: ${caller === undefined ? "None" : LEVEL_NAMES[caller.level]}`,
      `  Project: ${caller?.project.id ?? "None"}`,
      `  User: ${caller?.user?.id ?? "None"}`
    ].join("\n")
  )
}
