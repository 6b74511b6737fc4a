/** Gatefold for React 19: a provider, and hooks over every operation. */
export { AuthHandler, type AuthHandlerProps } from "./AuthHandler.tsx"
export { AuthProvider, type AuthOptions, type AuthProviderProps, type AuthSource } from "./AuthProvider.tsx"
export { dehydrate, type DehydratedState, type Runner, serialize } from "./Hydration.ts"
export { type GuardProps, RequirePermission, SignedIn, SignedOut } from "./Guards.tsx"
export {
  useApiKeys,
  useConnectedAccounts,
  useContactChannels,
  useInvitations,
  useNotificationCategories,
  useOwnedProjects,
  usePermission,
  usePermissions,
  useProject,
  useProviderAccounts,
  useReceivedInvitations,
  useSessions,
  useTeam,
  useTeamMembers,
  useTeams
} from "./Hooks.ts"
export type { HandlerPage } from "./HandlerPage.ts"
export type { HandlerScreens, HandlerStates, Progress } from "./HandlerStates.ts"
export { Interrupted } from "../operation/Interrupted.ts"
/** Make any effect over an app an operation with a name, for the hooks. */
export { asOperation, operation } from "../operation/Operation.ts"
export { type ClientAppError, type ClientServices } from "../app/ClientLayer.ts"
export { type Operation } from "../app/ClientOperation.ts"
export { type Action, type ActionResult, type ActionState, useAction } from "./UseAction.ts"
export { type AuthApp, useAuthApp } from "./UseAuthApp.ts"
export { type Flavor, NotOnServer, type ResourceOptions, type ResourceResult, useResource } from "./UseResource.ts"
export { useUser, type UseUserOptions } from "./UseUser.ts"
export { type ConnectedProvider, useConnectedAccount } from "./UseConnectedAccount.ts"
export { useNavigate } from "./UseNavigate.ts"
