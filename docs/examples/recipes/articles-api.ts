/** The API: who can call which endpoint. A browser can import this file for a typed client. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Permission, RequirePermission, SignedIn } from "gatefold/backend/middleware"

export class Articles extends HttpApiGroup.make("articles")
  .add(
    HttpApiEndpoint.get("list", "/articles", { success: Schema.Array(Schema.String) }),
    HttpApiEndpoint.post("write", "/articles", { payload: Schema.Struct({ title: Schema.String }) })
      .annotate(Permission, "articles:write")
      .middleware(RequirePermission),
    HttpApiEndpoint.delete("clear", "/articles").annotate(Permission, "articles:delete").middleware(RequirePermission)
  )
  .middleware(SignedIn) {}

export class Api extends HttpApi.make("magazine").add(Articles) {}
