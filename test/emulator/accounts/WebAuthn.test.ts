/** The emulator verifies what a real authenticator signed. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { AuthenticationResponse, RegistrationResponse } from "../../../src/api/schema/Passkey.ts"
import * as WebAuthn from "../../../src/emulator/accounts/WebAuthn.ts"

interface Recording {
  readonly url: string
  readonly request: {
    readonly body: {
      readonly credential: RegistrationResponse
      readonly authentication_response: AuthenticationResponse
    }
  }
}

const recordings = readFileSync(new URL("../../fixtures/recordings.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Recording => JSON.parse(line))

/** What a real browser sent to the service, for a challenge that was fixed for the recording. */
const recorded = (path: string) => {
  const found = recordings.find(({ url }) => url.endsWith(path))
  if (found === undefined) throw new Error(`Nothing is recorded for ${path}.`)
  return found.request.body
}

const credential = recorded("/auth/passkey/register").credential

/** The recording asks with an unknown id; apart from that it was signed with the recorded credential. */
const assertion: AuthenticationResponse = {
  ...recorded("/auth/passkey/sign-in").authentication_response,
  id: credential.id,
  rawId: credential.id
}

const expected = { challenge: "TU9DSw", origin: "http://localhost:8103" }

describe("WebAuthn", () => {
  it.effect("verifies the answer of a real authenticator", () =>
    Effect.gen(function* () {
      const created = yield* WebAuthn.verifyRegistration({ ...expected, response: credential })
      expect({ id: created.id, counter: created.counter }).toStrictEqual({ id: credential.id, counter: 0 })
      const counter = yield* WebAuthn.verifyAuthentication({ ...expected, response: assertion, credential: created })
      expect(counter).toBe(0)
    })
  )

  it.effect.each([
    { ...expected, challenge: "TU9DSx" },
    { ...expected, origin: "http://localhost:8104" },
    { ...expected, origin: "http://app.localhost:8103" }
  ])("refuses the same answer with %o", (other) =>
    Effect.gen(function* () {
      const created = yield* WebAuthn.verifyRegistration({ ...expected, response: credential })
      const registration = yield* Effect.flip(WebAuthn.verifyRegistration({ ...other, response: credential }))
      expect(registration._tag).toBe("Refused")
      const authentication = yield* Effect.flip(
        WebAuthn.verifyAuthentication({ ...other, response: assertion, credential: created })
      )
      expect(authentication._tag).toBe("Refused")
    })
  )

  it("reads the origin of a ceremony", () => {
    expect(WebAuthn.readOrigin(credential.response.clientDataJSON)).toBe("http://localhost:8103")
    expect(WebAuthn.readOrigin("")).toBeUndefined()
  })
})
