/** Permission definitions: create them, nest them, change them safely, and grant them. */
import { Console, Effect } from "effect"
import { PermissionDefinitions } from "gatefold/admin"
import { Permissions, Users } from "gatefold/server"
import { admin, run } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* PermissionDefinitions.create({ scope: "project", id: "refund", description: "May give money back" })
  yield* PermissionDefinitions.create({ scope: "project", id: "support", containedPermissionIds: ["refund"] })

  // This changes the description and keeps the contained permissions.
  const support = yield* PermissionDefinitions.update({ scope: "project", id: "support", description: "Helps people" })
  yield* Console.log(support.id, "contains", support.containedPermissionIds)

  yield* PermissionDefinitions.create({ scope: "team", id: "support" }).pipe(
    Effect.catchTag("PermissionIdAlreadyExists", (error) => Console.log("Taken:", error.details.permissionId))
  )

  // An admin app can do everything that a server app can.
  const { id: userId } = yield* Users.create({ displayName: "Ann" })
  yield* Permissions.grant({ userId, permissionId: "support" })
  yield* Console.log("May Ann refund?", yield* Permissions.has({ userId, permissionId: "refund" }))
  yield* PermissionDefinitions.delete({ scope: "project", id: "support" })
  yield* Console.log("And now?", yield* Permissions.has({ userId, permissionId: "refund" }))
}).pipe(Effect.provide(admin))

run(import.meta.main, example)
