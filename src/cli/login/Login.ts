/** `gatefold login`: signs in on this terminal through a browser. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AgentLogin from "../../client/AgentLogin.ts"
import * as CliLogin from "../../client/CliLogin.ts"
import * as CurrentUser from "../../client/CurrentUser.ts"
import * as Session from "../../session/Session.ts"
import { refused } from "../CommandError.ts"
import { readVariable } from "../input/EnvironmentVariable.ts"
import type { InputOf } from "../LazyCommand.ts"
import { openBrowser } from "../OpenBrowser.ts"
import * as Output from "../output/Output.ts"
import { toPlainLine } from "../output/TerminalText.ts"
import type { loginFlags } from "./LoginCommands.ts"
import * as TerminalSession from "./TerminalSession.ts"

type LoginInput = InputOf<typeof loginFlags>

export const formatUser = ({ displayName, id, primaryEmail }: CurrentUser.CurrentUser): string =>
  toPlainLine(primaryEmail ?? displayName ?? id)

const show = Effect.fnUntraced(function* (url: string, { browser, json }: LoginInput) {
  const isOpen = browser && (yield* openBrowser(url))
  if (json) return yield* Output.printJson({ url, opened: isOpen })
  yield* Output.print(
    isOpen
      ? `Confirm the login in your browser, or open\n\n  ${url}\n`
      : `Open this page on any machine and confirm the login:\n\n  ${url}\n`
  )
  yield* Output.print("Waiting for the confirmation. Press Ctrl-C to cancel.")
})

const logIn = Effect.fnUntraced(function* (input: LoginInput) {
  const { store } = yield* Session.Session
  const before = yield* CurrentUser.get
  if (before !== null) return { user: before, isNew: false }
  // Fails before the login if the folder cannot store the session.
  yield* store.compareAndSet(undefined, undefined)
  const expiresInMillis = Duration.toMillis(input.timeout)
  if (Option.isSome(input.agent)) {
    const agent = { name: input.agent.value }
    const { confirmUrl, pollToken } = yield* AgentLogin.register({ agent, expiresInMillis })
    yield* show(confirmUrl, input)
    yield* AgentLogin.poll({ pollToken })
  } else {
    yield* CliLogin.login({ promptLink: (url) => show(url, input), expiresInMillis })
  }
  return { user: yield* CurrentUser.getOrFail, isNew: true }
})

/** The service accepts registrations of agents for 30 seconds to an hour. */
const isAgentTimeout = Duration.between({ minimum: Duration.seconds(30), maximum: Duration.hours(1) })

export const login = Effect.fnUntraced(function* (input: LoginInput) {
  if (Option.isSome(input.agent) && !isAgentTimeout(input.timeout)) {
    return yield* refused("Invalid flag --timeout: with --agent, it must be from 30 seconds to 1 hour.")
  }
  const target = yield* TerminalSession.findTarget(input)
  const appUrl = Option.getOrElse(input.appUrl, () => readVariable("GATEFOLD_APP_URL"))
  if (appUrl === undefined && Option.isNone(input.agent)) {
    return yield* refused(
      "Missing flag --app-url: the URL of the app that confirms logins, such as https://app.example.com. You can also set " +
        "GATEFOLD_APP_URL. The app needs the page /handler/cli-auth-confirm: gatefold docs terminal-login"
    )
  }
  const { isNew, user } = yield* TerminalSession.runWithSession(
    target,
    TerminalSession.layer(target, appUrl),
    logIn(input)
  )
  const { apiUrl, projectId } = target
  if (input.json) {
    const { id, primaryEmail } = user
    return yield* Output.printJson({ user: { id, primaryEmail }, projectId, apiUrl, isNew })
  }
  yield* Output.print(
    isNew
      ? `Signed in as ${formatUser(user)}, in project ${projectId} at ${apiUrl}.`
      : `Already signed in as ${formatUser(user)}. To switch users, run gatefold logout first.`
  )
})
