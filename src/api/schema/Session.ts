/** Sessions of a user (docs/protocol/resources.md#sessions). */
import * as Schema from "effect/Schema"
import { SessionId, UserId } from "./Ids.ts"
import { ShownText } from "./ShownText.ts"
import { WireClass } from "./WireStruct.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const degrees = Schema.optionalKey(Schema.NullOr(Schema.Finite))

/** The place from which a session was last used, as far as the service knows it. */
export class GeoInfo extends Schema.Opaque<GeoInfo>()(
  Schema.Struct({
    ip: Schema.String,
    countryCode: text,
    regionCode: text,
    cityName: text,
    latitude: degrees,
    longitude: degrees,
    tzIdentifier: text
  })
) {}

/** A session; its last use is the last time it got an access token. */
export class Session extends WireClass<Session>()(
  {
    id: SessionId,
    userId: UserId,
    createdAt: Schema.DateFromMillis,
    isImpersonation: Schema.Boolean,
    lastUsedAt: Schema.optionalKey(Schema.DateFromMillis),
    /** The name of the agent whose session it is; null or absent for one of the user. */
    agentName: Schema.optionalKey(Schema.NullOr(ShownText)),
    isCurrentSession: Schema.optionalKey(Schema.Boolean),
    /** Null or absent if unknown, such as for a session that no browser used. */
    geoInfo: Schema.optionalKey(Schema.NullOr(GeoInfo))
  },
  { geoInfo: "last_used_at_end_user_ip_info" }
) {}
