/** Accounts without any credential (docs/protocol/sign-in.md#guests). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Anonymous.ts"
import { AnonymousAccountsNotEnabled } from "../../domain/errors/Users.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { Users } from "../accounts/Users.ts"
import { internalProjectId } from "../projects/Projects.ts"
import { Generation } from "../runtime/Generation.ts"
import { Settings } from "../runtime/Settings.ts"
import { handle } from "./Route.ts"

export const routes = [
  handle(
    Api.signUpAnonymously,
    function* ({ project }) {
      // The service has a list of projects for this, which includes its own. The emulator has one option for all
      // others.
      if (project.id !== internalProjectId && !(yield* Settings).anonymousSignUp)
        return yield* new AnonymousAccountsNotEnabled()
      const accounts = yield* Accounts
      const displayName = (yield* Generation).isOnly("2025-06") ? "Anonymous user" : null
      const userId = yield* accounts.create(project, { displayName, isAnonymous: true })
      const user = userId === undefined ? undefined : yield* Users.use(({ find }) => find(project.id, userId))
      if (user === undefined) return yield* Effect.die(new Error("a user without an address cannot be taken"))
      return yield* Effect.orDie(accounts.signIn(project, user))
    },
    { ignoresQuery: true }
  )
]
