/** Every call that is tried. */
import type { Call } from "./Call.ts"
import { administration } from "./calls/admin.ts"
import { pages } from "./calls/pages.ts"
import { servers } from "./calls/server.ts"
import { signingIn } from "./calls/signIn.ts"
import { teams } from "./calls/teams.ts"
import { users } from "./calls/user.ts"

export const calls: ReadonlyArray<Call> = [...signingIn, ...pages, ...users, ...teams, ...servers, ...administration]
