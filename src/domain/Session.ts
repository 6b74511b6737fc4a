/**
 * Sessions of a user (wire/entities §6).
 */
import * as Schema from "effect/Schema"
import { SessionId, UserId } from "./Ids.ts"
import { WireStruct } from "./WireStruct.ts"

/** Where a session was last used from, as far as the service could tell. */
export const GeoInfo = Schema.Struct({
  ip: Schema.String,
  countryCode: Schema.NullOr(Schema.String),
  regionCode: Schema.NullOr(Schema.String),
  cityName: Schema.NullOr(Schema.String),
  latitude: Schema.NullOr(Schema.Finite),
  longitude: Schema.NullOr(Schema.Finite),
  tzIdentifier: Schema.NullOr(Schema.String)
})
/** Where a session was last used from, as far as the service could tell. */
export interface GeoInfo extends Schema.Schema.Type<typeof GeoInfo> {}

/** A session; its last use is the last time it got an access token. */
export const Session = WireStruct(
  {
    id: SessionId,
    userId: UserId,
    createdAt: Schema.DateFromMillis,
    isImpersonation: Schema.Boolean,
    lastUsedAt: Schema.optionalKey(Schema.DateFromMillis),
    isCurrentSession: Schema.optionalKey(Schema.Boolean),
    geoInfo: Schema.optionalKey(GeoInfo)
  },
  { geoInfo: "last_used_at_end_user_ip_info" }
)
/** A session; its last use is the last time it got an access token. */
export interface Session extends Schema.Schema.Type<typeof Session> {}
