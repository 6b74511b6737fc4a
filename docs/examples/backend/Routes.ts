/** The whole backend: an `HttpApi` for users and programs, procedures for admins, and what keeps them safe. */
import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RpcSerialization, RpcServer } from "effect/rpc"
import { Backend } from "gatefold/backend"
import { Admin, adminPath } from "./AdminContract.ts"
import { AdminLive } from "./AdminHandlers.ts"
import { MailPreviewsLive } from "./AdminMails.ts"
import { BodyLimit } from "./BodyLimit.ts"
import { Api } from "./Contract.ts"
import { HandlersLive } from "./NotesHandlers.ts"
import { NoteStore } from "./NoteStore.ts"
import { SameOrigin } from "./SameOrigin.ts"
import { SecurityHeaders } from "./SecurityHeaders.ts"

const ApiRoutes = HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(
  Layer.provide([HandlersLive, MailPreviewsLive])
)

const AdminRoutes = RpcServer.layerHttp({ group: Admin, path: adminPath, protocol: "http" }).pipe(
  Layer.provide(AdminLive),
  Layer.provide(RpcSerialization.layerJson)
)

/** Middleware for sessions, permissions and API keys. */
export const Authentication = Layer.merge(Backend.layer(), Backend.layerApiKeys())

/** All routes, over the apps of the project: `AdminAppConfig.layerConfig()` provides the three of them. */
export const Routes = Layer.mergeAll(ApiRoutes, AdminRoutes, BodyLimit, SameOrigin, SecurityHeaders).pipe(
  Layer.provide(NoteStore.layerMemory),
  Layer.provide(Authentication)
)
