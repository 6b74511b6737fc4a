/** Whatever a codec can hold comes back from the wire unchanged. */
import { describe, expect, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Errors from "../../../src/api/errors/index.ts"
import * as ApiKey from "../../../src/api/schema/ApiKey.ts"
import * as ContactChannel from "../../../src/api/schema/ContactChannel.ts"
import * as EmailTemplate from "../../../src/api/schema/EmailTemplate.ts"
import * as InternalApiKey from "../../../src/api/schema/InternalApiKey.ts"
import * as Metrics from "../../../src/api/schema/Metrics.ts"
import * as Passkey from "../../../src/api/schema/Passkey.ts"
import * as Permission from "../../../src/api/schema/Permission.ts"
import * as PermissionDefinition from "../../../src/api/schema/PermissionDefinition.ts"
import * as Project from "../../../src/api/schema/Project.ts"
import * as ProviderAccount from "../../../src/api/schema/ProviderAccount.ts"
import * as SentEmail from "../../../src/api/schema/SentEmail.ts"
import * as Session from "../../../src/api/schema/Session.ts"
import * as Team from "../../../src/api/schema/Team.ts"
import * as TeamInvitation from "../../../src/api/schema/TeamInvitation.ts"
import * as TeamMember from "../../../src/api/schema/TeamMember.ts"
import * as Tokens from "../../../src/api/schema/Tokens.ts"
import * as User from "../../../src/api/schema/User.ts"
import { listRoundTrips } from "../../support/roundTrip.ts"
import { countSeeds } from "../../support/seeds.ts"

const listSchemas = (module: object) =>
  Object.entries(module).filter((pair): pair is [string, Schema.Top] => Schema.isSchema(pair[1]))

const entities = [
  ApiKey,
  ContactChannel,
  EmailTemplate,
  InternalApiKey,
  Metrics,
  Passkey,
  Permission,
  PermissionDefinition,
  Project,
  ProviderAccount,
  SentEmail,
  Session,
  Team,
  TeamInvitation,
  TeamMember,
  Tokens,
  User
].flatMap(listSchemas)

describe("entities", () => {
  it.effect.each(entities)("of the schema %s come back unchanged", ([, schema]) =>
    listRoundTrips(schema, countSeeds(100))
  )
})

describe("known errors", () => {
  const errors = listSchemas(Errors)
  it("are all here", () => expect(errors.length).toBeGreaterThan(110))
  it.effect.each(errors)("of the schema %s come back unchanged", ([, schema]) => listRoundTrips(schema, countSeeds(30)))
})

describe("times", () => {
  it.effect("come back to the millisecond", () =>
    Effect.gen(function* () {
      const millis = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -8.64e15, maximum: 8.64e15 })))
      const result = yield* Arbitrary.checkEffect(
        millis,
        (value) => Schema.encodeSync(Schema.DateFromMillis)(Schema.decodeSync(Schema.DateFromMillis)(value)) === value,
        {
          runs: 500
        }
      )
      expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
    })
  )

  it.each([0.5, 8.64e15 + 1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, "1", null])(
    "refuse %s rather than change it",
    (millis) => {
      expect(Schema.decodeUnknownResult(Schema.DateFromMillis)(millis)._tag).toBe("Failure")
    }
  )
})

describe("answers of a later service", () => {
  it("may have more fields", () => {
    const wire = { id: "t", team_id: "a", user_id: "b", added_later: true }
    expect(Schema.decodeSync(Permission.TeamPermission)(wire)).toStrictEqual({ id: "t", teamId: "a", userId: "b" })
  })

  it("may have more values in an enumeration", () => {
    const wire = {
      id: "c",
      user_id: "u",
      type: "phone",
      value: "+41",
      is_primary: true,
      is_verified: true,
      used_for_auth: false
    }
    expect(Schema.decodeSync(ContactChannel.ContactChannel)(wire).type).toBe("phone")
  })
})
