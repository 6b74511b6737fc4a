/** `gatefold permissions`: the definitions of a project, and the permissions of users. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PermissionDefinitions from "../../admin/PermissionDefinitions.ts"
import * as Permissions from "../../server/Permissions.ts"
import * as AllUsers from "../bulk/AllUsers.ts"
import { refused } from "../CommandError.ts"
import { confirm } from "../input/Confirm.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { withAdminApp, withServerApp } from "../target/Calls.ts"
import type { CommonInput } from "../target/TargetFlags.ts"
import type { definitionFlags, userFlags } from "./PermissionsCommand.ts"

type Scope = PermissionDefinitions.PermissionScope

interface DefinitionInput extends CommonInput {
  readonly scope: Option.Option<Scope>
}

type Definition = Effect.Success<ReturnType<typeof PermissionDefinitions.create>> & { readonly scope: Scope }

const addScope =
  (scope: Scope) =>
  (definition: Omit<Definition, "scope">): Definition => ({ ...definition, scope })

const readDefinitions = Effect.fnUntraced(function* (scope: Option.Option<Scope>) {
  const scopes: ReadonlyArray<Scope> = Option.isSome(scope) ? [scope.value] : ["team", "project"]
  const byScope = yield* Effect.forEach(scopes, (one) =>
    Effect.map(PermissionDefinitions.list(one), (definitions) => definitions.map(addScope(one)))
  )
  return byScope.flat()
})

/** The scope of a permission. The service allows an ID in one scope only. */
const findScope = Effect.fnUntraced(function* ({
  id,
  scope
}: { readonly id: string } & Pick<DefinitionInput, "scope">) {
  const existing = (yield* readDefinitions(scope)).find((definition) => definition.id === id)
  if (existing !== undefined) return existing.scope
  const where = Option.isSome(scope) ? ` in the ${scope.value} scope` : ""
  return yield* refused(
    `No permission ${JSON.stringify(id)} is defined${where}. Run gatefold permissions definitions list to see all.`,
    "PermissionNotFound"
  )
})

const definitionColumns: ReadonlyArray<Output.Column<Definition>> = [
  { title: "ID", value: ({ id }) => id },
  { title: "SCOPE", value: ({ scope }) => scope },
  { title: "DESCRIPTION", value: ({ description }) => description ?? "", mayBeCut: true },
  { title: "CONTAINS", value: ({ containedPermissionIds }) => containedPermissionIds.join(", "), mayBeCut: true }
]

export const listDefinitions = Effect.fnUntraced(function* (input: DefinitionInput) {
  const definitions = yield* readDefinitions(input.scope).pipe(withAdminApp(input))
  yield* Output.printRows(definitions, definitionColumns, input.json, "No permissions are defined.")
})

type ChangeInput = InputOf<typeof definitionFlags>

const readDefinition = ({ contains, description, id }: ChangeInput) => ({
  id,
  description: Option.getOrUndefined(description),
  containedPermissionIds: Option.getOrUndefined(
    Option.map(contains, (ids) =>
      ids
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
    )
  )
})

const showDefinition = (definition: Definition, input: CommonInput) =>
  Output.printRows([definition], definitionColumns, input.json, "")

export const createDefinition = Effect.fnUntraced(function* (input: ChangeInput) {
  if (Option.isNone(input.scope)) {
    return yield* refused(
      "Missing flag --scope. Pass team if users hold it in a team, or project if they hold it in the whole project."
    )
  }
  const scope = input.scope.value
  const created = yield* PermissionDefinitions.create({ ...readDefinition(input), scope }).pipe(withAdminApp(input))
  yield* showDefinition(addScope(scope)(created), input)
})

export const updateDefinition = Effect.fnUntraced(function* (
  input: ChangeInput & { readonly newId: Option.Option<string> }
) {
  if (Option.isNone(Option.firstSomeOf<unknown>([input.description, input.contains, input.newId]))) {
    return yield* refused("Nothing to change. Pass --description, --contains or --new-id.")
  }
  const update = { ...readDefinition(input), newId: Option.getOrUndefined(input.newId) }
  const updated = yield* Effect.gen(function* () {
    const scope = yield* findScope(input)
    return addScope(scope)(yield* PermissionDefinitions.update({ ...update, scope }))
  }).pipe(withAdminApp(input))
  yield* showDefinition(updated, input)
})

export const removeDefinition = Effect.fnUntraced(function* (
  input: DefinitionInput & { readonly id: string; readonly yes: boolean }
) {
  const { id } = input
  const scope = yield* findScope(input).pipe(withAdminApp(input))
  yield* confirm(`Delete the permission ${id} of the ${scope} scope, and revoke it from every user?`, input.yes)
  yield* PermissionDefinitions.delete({ id, scope }).pipe(withAdminApp(input))
  yield* Output.printResult(input, { deleted: id }, `Deleted the permission ${id}.`)
})

type UserInput = InputOf<typeof userFlags>

const findHolder = Effect.fnUntraced(function* ({ team, user }: UserInput) {
  const { id } = yield* AllUsers.find(user)
  return { userId: id, teamId: Option.getOrUndefined(team) }
})

const columns: ReadonlyArray<Output.Column<Permissions.Permission>> = [{ title: "ID", value: ({ id }) => id }]

export const list = Effect.fnUntraced(function* (input: UserInput & { readonly direct: boolean }) {
  const permissions: ReadonlyArray<Permissions.Permission> = yield* Effect.flatMap(findHolder(input), (scope) =>
    Permissions.list({ ...scope, recursive: !input.direct })
  ).pipe(withServerApp(input))
  yield* Output.printRows(permissions, columns, input.json, "The user has no permissions here.")
})

type NamedInput = UserInput & { readonly permission: string }

export const grant = Effect.fnUntraced(function* (input: NamedInput) {
  const { permission: permissionId, team } = input
  const refuseOtherScope = () =>
    refused(
      Option.isNone(team)
        ? `Users hold ${permissionId} in a team. Pass --team with the ID of one.`
        : `Users hold ${permissionId} in the whole project. Leave out --team.`,
      "PermissionScopeMismatch"
    )
  const granted = yield* Effect.flatMap(findHolder(input), (scope) =>
    Effect.as(Permissions.grant({ ...scope, permissionId }), { ...scope, permissionId })
  ).pipe(Effect.catchTag("PermissionScopeMismatch", refuseOtherScope), withServerApp(input))
  yield* Output.printResult(input, granted, `Granted ${input.permission} to ${input.user}.`)
})

export const revoke = Effect.fnUntraced(function* (input: NamedInput) {
  const { permission: permissionId, user } = input
  const refuseNotGranted = () =>
    refused(
      `${user} was not granted ${permissionId} directly. Run gatefold permissions list with --direct to see the permissions that you can revoke.`
    )
  const revoked = yield* Effect.flatMap(findHolder(input), (scope) =>
    Effect.as(Permissions.revoke({ ...scope, permissionId }), { ...scope, permissionId })
  ).pipe(
    Effect.catchTag("TeamPermissionNotFound", refuseNotGranted),
    Effect.catchTag("PermissionNotFound", refuseNotGranted),
    withServerApp(input)
  )
  yield* Output.printResult(input, revoked, `Revoked ${permissionId} from ${user}.`)
})
