/** Accounts without any credential (docs/protocol/sign-in.md#guests). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/Anonymous.ts"
import { AnonymousAccountsNotEnabled } from "../../domain/errors/Users.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as Projects from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import { handle } from "./Route.ts"

export const routes = [
  handle(
    Api.signUpAnonymously,
    function* ({ project }) {
      // The service has a list of projects for this, which includes its own. The emulator has one option for all
      // others.
      if (project.id !== Projects.internalProjectId && !(yield* Settings).anonymousSignUp) {
        return yield* new AnonymousAccountsNotEnabled()
      }
      const displayName = (yield* Generation).isOnly("2025-06") ? "Anonymous user" : null
      // A user without an address conflicts with nobody.
      const user = yield* Effect.orDie(Accounts.create(project, { displayName, isAnonymous: true }))
      return yield* Effect.orDie(Accounts.signIn(project, user))
    },
    { ignoresQuery: true }
  )
]
