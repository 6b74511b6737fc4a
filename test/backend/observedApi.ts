/** The API of `observed.ts`, for its page, too. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Forbidden, Unauthorized, Unavailable } from "../../src/backend/AuthErrors.ts"
import { SignedIn } from "../../src/backend/middleware/index.ts"

class Teams extends HttpApiGroup.make("teams")
  .add(
    HttpApiEndpoint.get("count", "/teams", { success: Schema.Number }),
    HttpApiEndpoint.get("close", "/close", { success: Schema.String, error: [Forbidden, Unauthorized, Unavailable] })
  )
  .middleware(SignedIn) {}

export class Shop extends HttpApi.make("shop").add(Teams) {}
