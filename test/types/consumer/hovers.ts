/** What an editor shows of ten operations: `types.test.ts` reads the types of these constants. */
import { CurrentUser, OAuth, Password, Permissions, Sessions, Teams } from "gatefold"
import { PermissionDefinitions, Project } from "gatefold/admin"
import { Users } from "gatefold/server"

export const signIn = Password.signIn
export const listTeams = Teams.list
export const createTeam = Teams.create
export const updateUser = CurrentUser.update
export const startOAuth = OAuth.start
export const listSessions = Sessions.list
export const hasPermission = Permissions.has
export const getUser = Users.get
export const updateProject = Project.update
export const listDefinitions = PermissionDefinitions.list
