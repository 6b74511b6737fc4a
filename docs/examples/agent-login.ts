/** An agent signs in for a user: it registers, the user approves in the browser, and the agent gets its own session. */
import { Console, Effect } from "effect"
import { AgentLogin, CurrentUser, Password, Sessions } from "gatefold"
import { device, run } from "./demo.ts"

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })

  const { agentAuth } = yield* AgentLogin.discover
  yield* Console.log("Agents may sign in:", agentAuth.enabled)

  // The agent shows a link and a code, and waits in a session of its own.
  const login = yield* AgentLogin.register({ agent: { name: "Release robot" } })
  yield* Console.log(`Open ${login.confirmUrl}`)

  // The page behind the link, after an explicit click of the signed-in user:
  const { agent } = yield* AgentLogin.inspect({ claimCode: login.claimCode })
  yield* AgentLogin.approve({ claimCode: login.claimCode })

  const user = yield* AgentLogin.poll({ pollToken: login.pollToken }).pipe(
    Effect.andThen(CurrentUser.getOrFail),
    Effect.provide(device)
  )
  yield* Console.log(agent.name, "works for", user.primaryEmail)

  // Ann sees the agent in her list of sessions, and can end it there.
  const sessions = yield* Sessions.list
  for (const { agentName, id } of sessions) {
    if (typeof agentName !== "string") continue
    yield* Console.log("Ending the session of", agentName)
    yield* Sessions.revoke(id)
  }

  const other = yield* AgentLogin.register({ agent: { name: "Unknown robot" } })
  yield* AgentLogin.deny({ claimCode: other.claimCode })
})

run(import.meta.main, example)
