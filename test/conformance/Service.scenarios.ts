/** The service itself: greeting, health, versions, public keys (docs/protocol/resources.md#the-service-itself). */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Wire from "../../src/wire/generated/Service.ts"
import { unknownId } from "../support/unknownId.ts"
import { Backend } from "./Backend.ts"
import { readAccessToken, call, headersFor, makeProject, scenario, send, signUp } from "./Scenario.ts"

export const scenarios = [
  scenario("access tokens are signed with the keys that the project publishes", function* () {
    const { apiUrl } = yield* Backend
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    const token = Redacted.value(yield* readAccessToken(device))
    const path = `/api/v1/projects/${project.projectId}/.well-known/jwks.json`
    const keys = JSON.parse((yield* send("GET", path)).text) as JSONWebKeySet
    assert.ok(
      keys.keys.every((key) => key["d"] === undefined),
      "no private part"
    )
    const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as { iat: number }
    const { payload, protectedHeader } = yield* Effect.promise(() =>
      jwtVerify(token, createLocalJWKSet(keys), {
        algorithms: ["ES256"],
        audience: project.projectId,
        issuer: `${apiUrl}/api/v1/projects/${project.projectId}`,
        currentDate: new Date(claims.iat * 1000)
      })
    )
    assert.equal(protectedHeader.alg, "ES256")
    const user = yield* device(CurrentUser.getOrFail)
    const [session] = yield* device(Sessions.list)
    assert.equal(payload.sub, user.id)
    assert.equal(payload["refresh_token_id"] ?? payload["refreshTokenId"], session?.id)
    assert.equal(payload["role"], "authenticated")
    assert.equal(payload["branch_id"] ?? payload["branchId"], "main")
  }),
  scenario("projects have keys of their own, and unknown ones have none", function* () {
    const project = yield* makeProject()
    const other = yield* makeProject()
    const fetchKeys = (projectId: string) => send("GET", `/api/v1/projects/${projectId}/.well-known/jwks.json`)
    assert.notEqual((yield* fetchKeys(project.projectId)).text, (yield* fetchKeys(other.projectId)).text)
    assert.equal((yield* fetchKeys(project.projectId)).text, (yield* fetchKeys(project.projectId)).text)
    assert.equal((yield* fetchKeys(unknownId)).status, 404)
    yield* call(project, "client", Wire.getJsonWebKeys, {
      params: { projectId: project.projectId as never },
      query: {}
    })
  }),
  scenario("the greeting names who calls", function* () {
    const project = yield* makeProject()
    const { device, email } = yield* signUp(project)
    const accessToken = Redacted.value(yield* readAccessToken(device))
    const anonymous = yield* send("GET", "/api/v1")
    assert.match(anonymous.header("content-type") ?? "", /^text\/plain/)
    assert.ok(!anonymous.text.includes(project.projectId))
    const known = yield* send("GET", "/api/v1", {
      ...headersFor(project, "server"),
      "x-stack-access-token": accessToken
    })
    assert.ok(known.text.includes(project.projectId) && known.text.includes(email), known.text)
    assert.equal((yield* send("GET", "/api/v1?a=b")).status, 400)
  }),
  scenario("the service tells that it is well", function* () {
    const health = yield* send("GET", "/health")
    assert.equal(health.status, 200)
    assert.deepEqual(JSON.parse(health.text), { status: "ok" })
    assert.equal(health.header("access-control-allow-origin"), "*")
  }),
  scenario("versions and features can be asked for", function* () {
    const project = yield* makeProject()
    const answer = yield* call(project, "client", Wire.checkVersion, {
      payload: { clientVersion: "js @stackframe/stack@2.8.15" }
    })
    assert.equal(typeof answer.upToDate, "boolean")
    const text = yield* call(project, "client", Wire.checkFeatureSupport, {
      payload: { feature_name: "time travel" }
    })
    assert.match(text, /time travel/)
  }),
  scenario("every answer tells browsers what they may do with it", function* () {
    const headers = headersFor(yield* makeProject(), "client")
    for (const path of ["/projects/current", "/users/me"]) {
      const answer = yield* send("GET", `/api/v1${path}`, headers)
      assert.equal(answer.header("x-frame-options"), "SAMEORIGIN")
      assert.equal(answer.header("x-content-type-options"), "nosniff")
      assert.equal(answer.header("cross-origin-opener-policy"), "same-origin")
      assert.equal(answer.header("referrer-policy"), "strict-origin-when-cross-origin")
    }
  })
]
