/** Everything that the operations of this app can fail with: their types say it. */
import type {
  Anonymous,
  ApiKeys,
  CliLogin,
  ConnectedAccounts,
  ContactChannels,
  CurrentUser,
  MagicLink,
  Mfa,
  Notifications,
  OAuth,
  Passkey,
  Password,
  Permissions,
  Project,
  ProviderAccounts,
  Redirect,
  Sessions,
  TeamInvitations,
  Teams
} from "gatefold"
import type { Action, Interrupted, Operation } from "gatefold/react"
import type * as Admin from "../pages/admin/Admin.ts"
import type * as Notes from "../pages/teams/Notes.ts"
import type * as Developer from "../panel/Developer.ts"

type FailureOf<Op> = Op extends Operation ? NonNullable<Action<Op>["error"]> : never

type FailuresOf<Area> = { [Name in keyof Area]: FailureOf<Area[Name]> }[keyof Area]

type ServiceFailure =
  | FailuresOf<typeof Anonymous>
  | FailuresOf<typeof ApiKeys>
  | FailuresOf<typeof CliLogin>
  | FailuresOf<typeof ConnectedAccounts>
  | FailuresOf<typeof ContactChannels>
  | FailuresOf<typeof CurrentUser>
  | FailuresOf<typeof MagicLink>
  | FailuresOf<typeof Mfa>
  | FailuresOf<typeof Notifications>
  | FailuresOf<typeof OAuth>
  | FailuresOf<typeof Passkey>
  | FailuresOf<typeof Password>
  | FailuresOf<typeof Permissions>
  | FailuresOf<typeof Project>
  | FailuresOf<typeof ProviderAccounts>
  | FailuresOf<typeof Redirect>
  | FailuresOf<typeof Sessions>
  | FailuresOf<typeof TeamInvitations>
  | FailuresOf<typeof Teams>

type BackendFailure = FailuresOf<typeof Admin> | FailuresOf<typeof Notes> | FailuresOf<typeof Developer>

export type AppFailure = ServiceFailure | OAuth.PageError | BackendFailure | Interrupted
