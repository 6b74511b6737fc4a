/**
 * The admins' procedures of the example backend, as operations for the hooks:
 * each call carries the tokens of whoever is signed in here.
 */
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { RpcClient, type RpcClientError, RpcSerialization } from "effect/rpc"
import { Sessions } from "gatefold"
import { operation } from "gatefold/react"
import { Admin, adminPath } from "../../../../backend/AdminContract.ts"

type Client = RpcClient.FromGroup<typeof Admin, RpcClientError.RpcClientError>

type InputOf<Tag extends keyof Client> = Parameters<Client[Tag]>[0]

const Protocol = Layer.suspend(() =>
  RpcClient.layerProtocolHttp({ url: new URL(adminPath, globalThis.location.origin).href })
).pipe(Layer.provide([FetchHttpClient.layer, RpcSerialization.layerJson]))

const call = Effect.fnUntraced(
  function* <A, E>(use: (client: Client) => Effect.Effect<A, E>) {
    const headers = yield* Sessions.authHeaders
    const client = yield* RpcClient.make(Admin)
    return yield* RpcClient.withHeaders(use(client), headers)
  },
  Effect.scoped,
  Effect.provide(Protocol)
)

const users = ["Admin.listUsers", "Admin.getUser", "Admin.metrics"]

export const listUsers = operation("Admin.listUsers")((input: InputOf<"ListUsers">) =>
  call((admin) => admin.ListUsers(input))
)

export const getUser = operation("Admin.getUser")((input: InputOf<"GetUser">) => call((admin) => admin.GetUser(input)))

export const grantPermission = operation("Admin.grantPermission", { stale: users })(
  (input: InputOf<"GrantPermission">) => call((admin) => admin.GrantPermission(input))
)

export const revokePermission = operation("Admin.revokePermission", { stale: users })(
  (input: InputOf<"RevokePermission">) => call((admin) => admin.RevokePermission(input))
)

export const signOutUser = operation("Admin.signOutUser", { stale: users })((input: InputOf<"SignOutUser">) =>
  call((admin) => admin.SignOutUser(input))
)

export const deleteUser = operation("Admin.deleteUser", { stale: [...users, "Admin.getProject"] })(
  (input: InputOf<"DeleteUser">) => call((admin) => admin.DeleteUser(input))
)

const definitions = ["Admin.listDefinitions"]

export const listDefinitions = operation("Admin.listDefinitions")((input: InputOf<"ListPermissionDefinitions">) =>
  call((admin) => admin.ListPermissionDefinitions(input))
)

export const createDefinition = operation("Admin.createDefinition", { stale: definitions })(
  (input: InputOf<"CreatePermissionDefinition">) => call((admin) => admin.CreatePermissionDefinition(input))
)

export const deleteDefinition = operation("Admin.deleteDefinition", { stale: [...definitions, ...users] })(
  (input: InputOf<"DeletePermissionDefinition">) => call((admin) => admin.DeletePermissionDefinition(input))
)

/** What visitors of the app see of the project is read again as well. */
const project = ["Admin.getProject", "Project.get"]

export const getProject = operation("Admin.getProject")(() => call((admin) => admin.GetProject()))

export const updateProject = operation("Admin.updateProject", { stale: project })((input: InputOf<"UpdateProject">) =>
  call((admin) => admin.UpdateProject(input))
)

export const addDomain = operation("Admin.addDomain", { stale: project })((input: InputOf<"AddDomain">) =>
  call((admin) => admin.AddDomain(input))
)

export const removeDomain = operation("Admin.removeDomain", { stale: project })((input: InputOf<"RemoveDomain">) =>
  call((admin) => admin.RemoveDomain(input))
)

export const enableProvider = operation("Admin.enableProvider", { stale: project })(
  (input: InputOf<"EnableProvider">) => call((admin) => admin.EnableProvider(input))
)

export const disableProvider = operation("Admin.disableProvider", { stale: project })(
  (input: InputOf<"DisableProvider">) => call((admin) => admin.DisableProvider(input))
)

export const setProductionMode = operation("Admin.setProductionMode", { stale: project })(
  (input: InputOf<"SetProductionMode">) => call((admin) => admin.SetProductionMode(input))
)

export const listSentMails = operation("Admin.listSentMails")((input: InputOf<"ListSentMails">) =>
  call((admin) => admin.ListSentMails(input))
)

export const metrics = operation("Admin.metrics")(() => call((admin) => admin.GetMetrics()))
