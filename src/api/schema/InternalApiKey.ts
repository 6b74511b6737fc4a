/** Key sets of a project, for its client, server and admin apps (docs/protocol/resources.md#key-sets). */
import * as Schema from "effect/Schema"
import { LastFour } from "./ApiKey.ts"
import { InternalApiKeyId } from "./Ids.ts"
import { PublishableClientKey, SecretServerKey, SuperSecretAdminKey } from "./Secrets.ts"
import { WireClass } from "./WireStruct.ts"

const fields = {
  id: InternalApiKeyId,
  description: Schema.String,
  createdAt: Schema.DateFromMillis,
  expiresAt: Schema.DateFromMillis,
  /** Absent until the set is revoked. */
  manuallyRevokedAt: Schema.optionalKey(Schema.DateFromMillis)
}

const names = {
  createdAt: "created_at_millis",
  expiresAt: "expires_at_millis",
  manuallyRevokedAt: "manually_revoked_at_millis"
} as const

/** A key set; a key that is not part of it is absent. */
export class InternalApiKey extends WireClass<InternalApiKey>()(
  {
    ...fields,
    publishableClientKey: Schema.optionalKey(LastFour),
    secretServerKey: Schema.optionalKey(LastFour),
    superSecretAdminKey: Schema.optionalKey(LastFour)
  },
  names
) {}

/** A new key set: the only time that the whole keys are shown. */
export class NewInternalApiKey extends WireClass<NewInternalApiKey>()(
  {
    ...fields,
    publishableClientKey: Schema.optionalKey(PublishableClientKey),
    secretServerKey: Schema.optionalKey(SecretServerKey),
    superSecretAdminKey: Schema.optionalKey(SuperSecretAdminKey)
  },
  names
) {}
