/** `gatefold teams`: reads and changes the teams of a project, and their members. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TeamInvitations from "../../server/TeamInvitations.ts"
import * as Teams from "../../server/Teams.ts"
import * as AllUsers from "../bulk/AllUsers.ts"
import { refused } from "../CommandError.ts"
import { confirm } from "../input/Confirm.ts"
import { emptyToNull, pickPassed } from "../input/Flags.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import { withServerApp } from "../target/Calls.ts"
import type { CommonInput } from "../target/TargetFlags.ts"
import type { fieldFlags } from "./TeamsCommand.ts"

type Team = Effect.Success<ReturnType<typeof Teams.get>>
type Member = Effect.Success<ReturnType<typeof Teams.listMembers>>[number]

const columns: ReadonlyArray<Output.Column<Team>> = [
  { title: "ID", value: ({ id }) => id },
  { title: "NAME", value: ({ displayName }) => displayName, mayBeCut: true },
  { title: "CREATED", value: ({ createdAt }) => Output.formatDay(createdAt) }
]

const memberColumns: ReadonlyArray<Output.Column<Member>> = [
  { title: "USER", value: ({ userId }) => userId },
  { title: "EMAIL", value: ({ user }) => user.primaryEmail ?? "", mayBeCut: true },
  { title: "NAME", value: ({ displayName }) => displayName ?? "", mayBeCut: true }
]

const show = (team: Team, asJson: boolean) =>
  asJson
    ? Output.printJson(team)
    : Output.printFields([
        ["id", team.id],
        ["name", team.displayName],
        ["picture", team.profileImageUrl],
        ["created", team.createdAt],
        ["client metadata", team.clientMetadata],
        ["client read-only metadata", team.clientReadOnlyMetadata],
        ["server metadata", team.serverMetadata]
      ])

/** The team with an id. Fails if there is none. */
export const find = Effect.fnUntraced(function* (id: string) {
  const team = yield* Teams.find(id)
  return team ?? (yield* refused(`No team has the ID ${id}. Run gatefold teams list to see all IDs.`, "TeamNotFound"))
})

export const list = Effect.fnUntraced(function* (input: CommonInput & { readonly user: Option.Option<string> }) {
  const teams = yield* Effect.gen(function* () {
    const user = Option.isSome(input.user) ? yield* AllUsers.find(input.user.value) : undefined
    return yield* Teams.list({ userId: user?.id })
  }).pipe(withServerApp(input))
  yield* Output.printRows(teams, columns, input.json, "No teams found.")
})

export const get = Effect.fnUntraced(function* (input: CommonInput & { readonly team: string }) {
  yield* show(yield* find(input.team).pipe(withServerApp(input)), input.json)
})

type FieldsInput = InputOf<typeof fieldFlags>

const readFields = ({ clientMetadata, clientReadOnlyMetadata, profileImageUrl, serverMetadata }: FieldsInput) =>
  pickPassed({
    profileImageUrl: emptyToNull(profileImageUrl),
    clientMetadata,
    clientReadOnlyMetadata,
    serverMetadata
  })

const noName = refused("A team needs a name, and the name is empty.")

export const create = Effect.fnUntraced(function* (
  input: CommonInput & FieldsInput & { readonly name: string; readonly creator: Option.Option<string> }
) {
  if (input.name.trim() === "") return yield* noName
  const team = yield* Effect.gen(function* () {
    const creator = Option.isSome(input.creator) ? yield* AllUsers.find(input.creator.value) : undefined
    return yield* Teams.create({
      displayName: input.name,
      ...readFields(input),
      ...(creator && { creatorUserId: creator.id })
    })
  }).pipe(withServerApp(input))
  yield* show(team, input.json)
})

export const update = Effect.fnUntraced(function* (
  input: CommonInput & FieldsInput & { readonly team: string; readonly displayName: Option.Option<string> }
) {
  if (Option.isSome(input.displayName) && input.displayName.value.trim() === "") return yield* noName
  const changes = { ...readFields(input), ...pickPassed({ displayName: input.displayName }) }
  if (Object.keys(changes).length === 0) {
    return yield* refused("Nothing to change. Pass at least one field, such as --display-name.")
  }
  const updated = Effect.flatMap(find(input.team), ({ id }) => Teams.update({ teamId: id, ...changes }))
  yield* show(yield* updated.pipe(withServerApp(input)), input.json)
})

export const remove = Effect.fnUntraced(function* (
  input: CommonInput & { readonly team: string; readonly yes: boolean }
) {
  const { displayName, id } = yield* find(input.team).pipe(withServerApp(input))
  yield* confirm(`Delete the team ${displayName} (${id}), with its memberships, permissions and keys?`, input.yes)
  yield* Teams.delete(id).pipe(withServerApp(input))
  yield* Output.printResult(input, { deleted: id }, `Deleted the team ${id}.`)
})

interface MemberInput extends CommonInput {
  readonly team: string
  readonly user: string
}

export const listMembers = Effect.fnUntraced(function* (input: CommonInput & { readonly team: string }) {
  const members = Effect.flatMap(find(input.team), ({ id }) => Teams.listMembers(id))
  yield* Output.printRows(
    yield* members.pipe(withServerApp(input)),
    memberColumns,
    input.json,
    "The team has no members."
  )
})

const findMember = Effect.fnUntraced(function* (input: MemberInput) {
  const [team, user] = [yield* find(input.team), yield* AllUsers.find(input.user)]
  return { teamId: team.id, userId: user.id }
})

export const addMember = Effect.fnUntraced(function* (input: MemberInput) {
  const member = yield* Effect.tap(findMember(input), Teams.addMember).pipe(withServerApp(input))
  yield* Output.printResult(input, member, `Added ${member.userId} to the team ${member.teamId}.`)
})

export const removeMember = Effect.fnUntraced(function* (input: MemberInput & { readonly yes: boolean }) {
  const member = yield* findMember(input).pipe(withServerApp(input))
  yield* confirm(`Remove ${input.user} from the team ${input.team}, with all permissions in it?`, input.yes)
  yield* Teams.removeMember(member).pipe(withServerApp(input))
  yield* Output.printResult(input, member, `Removed ${member.userId} from the team ${member.teamId}.`)
})

export const invite = Effect.fnUntraced(function* (
  input: CommonInput & { readonly team: string; readonly email: string; readonly callbackUrl: string }
) {
  const { callbackUrl, email } = input
  const invitation = yield* Effect.flatMap(find(input.team), ({ id }) =>
    TeamInvitations.send({ teamId: id, email, callbackUrl })
  ).pipe(withServerApp(input))
  yield* Output.printResult(input, invitation, `Sent an invitation to ${email}. It expires in 7 days.`)
})
