/** The login of an agent limits guesses, and is approved and handed out once. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Agents from "../../../src/api/AgentLogin.ts"
import { everyRequest } from "../../../src/emulator/http/RateLimitRules.ts"
import { call, interleaved, layer, signUp } from "../../support/emulatorCalls.ts"

const project = { config: { credentialEnabled: true, agentAuthEnabled: true } }

describe("login of agents", () => {
  it("counts guesses of claim codes, and no polls, towards the limit of an address", () => {
    expect(everyRequest.has(Agents.registerAgent)).toBe(true)
    expect(everyRequest.has(Agents.answerAgentLogin)).toBe(true)
    expect(everyRequest.has(Agents.pollAgentLogin)).toBe(false)
  })

  it.effect("is approved by one of two concurrent requests, and handed out to one of two", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const { body } = yield* call("POST", "/agent/register", { body: { agent: { name: "Robot" } } })
      const { claim_code, poll_token } = body
      const approve = call("POST", "/agent/register/confirm", { token, body: { claim_code, action: "approve" } })
      const approvals = yield* interleaved(Effect.all([approve, approve], { concurrency: 2 }))
      expect(approvals.map(({ status }) => status).toSorted()).toStrictEqual([200, 400])
      const poll = call("POST", "/agent/register/poll", { body: { poll_token } })
      const polls = yield* interleaved(Effect.all([poll, poll], { concurrency: 2 }))
      expect(polls.map(({ body }) => body.status).toSorted()).toStrictEqual(["success", "used"])
    }).pipe(Effect.provide(layer({ project })))
  )
})
