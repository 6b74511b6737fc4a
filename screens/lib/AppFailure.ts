/** Everything that operations can fail with, taken from their types. */
import type {
  AgentLogin,
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

type FailureOf<Op> = Op extends Operation ? NonNullable<Action<Op>["error"]> : never

/** The errors that the operations of a module can fail with. */
export type FailuresOf<Area> = { [Name in keyof Area]: FailureOf<Area[Name]> }[keyof Area]

type ServiceFailure =
  | FailuresOf<typeof AgentLogin>
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

/** Errors of your app's operations, such as calls to its backend: `readonly notes: FailuresOf<typeof Notes>`. */
export interface OwnFailures {}

export type AppFailure = ServiceFailure | OAuth.PageError | Interrupted | OwnFailures[keyof OwnFailures]
