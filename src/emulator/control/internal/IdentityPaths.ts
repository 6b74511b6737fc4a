/** The control paths of the built-in identity provider: its identities and its scripted answers. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { Email } from "../../../api/schema/Email.ts"
import * as Identities from "../../idp/Identities.ts"
import type { IdentityRow } from "../../idp/Identities.ts"
import { IdentityProvider } from "../../idp/IdentityProvider.ts"
import { SignInAnswer } from "../../idp/SignInAnswer.ts"
import * as ControlPath from "../ControlPath.ts"

const text = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(500))

const identityFields = {
  accountId: Schema.optional(text),
  email: Schema.optional(Schema.NullOr(Email)),
  emailVerified: Schema.optional(Schema.Boolean),
  displayName: Schema.optional(text),
  profileImageUrl: Schema.optional(text)
}

/** The names of providers are parts of paths. */
const Provider = Schema.String.check(Schema.isPattern(/^[\w-]{1,64}$/))

const NewIdentity = Schema.Struct({ provider: Provider, ...identityFields })

const Answers = Schema.Struct({
  autoApprove: Schema.optional(Schema.NullOr(Schema.Struct(identityFields))),
  script: Schema.optional(
    Schema.Array(
      Schema.Struct({
        provider: Schema.optional(Provider),
        outcome: SignInAnswer.fields.outcome,
        identity: Schema.optional(Schema.Struct(identityFields))
      })
    )
  )
})

const toIdentityJson = (row: IdentityRow) => ({
  provider: row.provider_id,
  accountId: row.id,
  email: row.email,
  emailVerified: row.email_verified === 1,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url
})

const format = SchemaIssue.makeFormatterDefault()

const readIdentity = ControlPath.makeReader(NewIdentity, format, { onExcessProperty: "error" })

const readAnswers = ControlPath.makeReader(Answers, format, { onExcessProperty: "error" })

/** The paths that list and change identities, and script the answers of the identity provider. */
export const identityPaths: Effect.Effect<ControlPath.Paths, never, IdentityProvider> = Effect.gen(function* () {
  const provider = yield* IdentityProvider
  const answers = Effect.map(provider.answers, ({ autoApprove, script }) => ({
    autoApprove: autoApprove ?? null,
    script
  }))

  return {
    "GET identities": () => Effect.map(Identities.all, (rows) => rows.map(toIdentityJson)),
    "POST identities": Effect.fnUntraced(function* (request) {
      const { provider: providerId, ...identity } = yield* readIdentity(request)
      return ControlPath.json(201, toIdentityJson(yield* Identities.ensure(providerId, identity)))
    }),
    "DELETE identities/*": ({ last: id, query }) => {
      const removal = Identities.remove(query.get("provider") ?? "", id)
      return ControlPath.answerRemoval(removal, id, "There is no such identity at this provider.")
    },
    "GET identity-provider": () => answers,
    "POST identity-provider": Effect.fnUntraced(function* (request) {
      const { autoApprove, script } = yield* readAnswers(request)
      if (autoApprove !== undefined) yield* provider.approve(autoApprove ?? undefined)
      if (script !== undefined) yield* provider.scriptOnly(...script)
      return yield* answers
    })
  }
})
