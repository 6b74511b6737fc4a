/** `gatefold whoami`: who is signed in here. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as CurrentUser from "../../client/CurrentUser.ts"
import * as Project from "../../client/Project.ts"
import * as AccessTokenClaims from "../../domain/AccessTokenClaims.ts"
import * as Session from "../../session/Session.ts"
import { refused } from "../CommandError.ts"
import * as Output from "../output/Output.ts"
import { toPlainLine } from "../output/TerminalText.ts"
import { formatMoment } from "../token/Decoded.ts"
import { formatUser } from "./Login.ts"
import * as TerminalSession from "./TerminalSession.ts"

const program = Effect.gen(function* () {
  const { credentials, store } = yield* Session.Session
  if ((yield* store.get) === undefined) return yield* refused("No user is signed in. Sign in: gatefold login")
  const user = yield* CurrentUser.getIncludingAnonymous
  if (user === null) return yield* refused("The session has ended. Sign in again: gatefold login")
  const tokens = yield* credentials
  const claims = tokens === undefined ? undefined : AccessTokenClaims.decodeOnce(tokens.accessToken)
  return { user, project: yield* Project.get, expiresAt: claims === undefined ? undefined : claims.exp * 1000 }
})

/** Prints user, project, service and how long the access token lasts. Fails if nobody is signed in. */
export const whoami = Effect.fnUntraced(function* (input: TerminalSession.SessionInput) {
  const target = yield* TerminalSession.findTarget(input)
  const { expiresAt, project, user } = yield* TerminalSession.runWithSession(
    target,
    TerminalSession.layer(target),
    program
  )
  if (input.json) {
    const { displayName, id, isAnonymous, isRestricted, primaryEmail } = user
    return yield* Output.printJson({
      user: { id, displayName, primaryEmail, isAnonymous, isRestricted },
      project: { id: project.id, displayName: project.displayName },
      apiUrl: target.apiUrl,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString()
    })
  }
  const now = yield* Clock.currentTimeMillis
  const restriction = user.isRestricted ? ", restricted" : ""
  const kind = user.isAnonymous ? ", a guest" : restriction
  yield* Output.print(
    [
      `User:     ${formatUser(user)} (${user.id})${kind}`,
      `Project:  ${toPlainLine(project.displayName)} (${project.id})`,
      `Service:  ${target.apiUrl}`,
      ...(expiresAt === undefined ? [] : [`Token:    until ${formatMoment(now, expiresAt)}; it is renewed by itself`])
    ].join("\n")
  )
})
