/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { SessionId, UserId } from "../../../api/schema/Ids.ts"
import type { GeoInfo, Session } from "../../../api/schema/Session.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"
import { decodeShownText } from "./ShownText.ts"

export const decodeGeoInfo = R.struct((o): GeoInfo => {
  const a: R.Mutable<GeoInfo> = { ip: R.string(o.ip, "ip") }
  if (o.countryCode !== undefined) a.countryCode = R.nullable(o.countryCode, "countryCode", R.string)
  if (o.regionCode !== undefined) a.regionCode = R.nullable(o.regionCode, "regionCode", R.string)
  if (o.cityName !== undefined) a.cityName = R.nullable(o.cityName, "cityName", R.string)
  if (o.latitude !== undefined) a.latitude = R.nullable(o.latitude, "latitude", R.finite)
  if (o.longitude !== undefined) a.longitude = R.nullable(o.longitude, "longitude", R.finite)
  if (o.tzIdentifier !== undefined) a.tzIdentifier = R.nullable(o.tzIdentifier, "tzIdentifier", R.string)
  return a
})

export const decodeSession = R.struct((o): Session => {
  const a: R.Mutable<Session> = {
    id: pathSegment<SessionId>(o.id, "id"),
    userId: pathSegment<UserId>(o.user_id, "user_id"),
    createdAt: R.dateOfMillis(o.created_at, "created_at"),
    isImpersonation: R.boolean(o.is_impersonation, "is_impersonation")
  }
  if (o.last_used_at !== undefined) a.lastUsedAt = R.dateOfMillis(o.last_used_at, "last_used_at")
  if (o.agent_name !== undefined) a.agentName = R.nullable(o.agent_name, "agent_name", decodeShownText)
  if (o.is_current_session !== undefined) a.isCurrentSession = R.boolean(o.is_current_session, "is_current_session")
  if (o.last_used_at_end_user_ip_info !== undefined)
    a.geoInfo = R.nullable(o.last_used_at_end_user_ip_info, "last_used_at_end_user_ip_info", decodeGeoInfo)
  return a
})
