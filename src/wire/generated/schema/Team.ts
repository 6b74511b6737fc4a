/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { TeamId } from "../../../api/schema/Ids.ts"
import type { ServerTeam, Team } from "../../../api/schema/Team.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"
import { decodePictureUrl } from "./Picture.ts"

const idToClientReadOnlyMetadata = (o: R.Properties) => ({
  id: pathSegment<TeamId>(o.id, "id"),
  displayName: R.string(o.display_name, "display_name"),
  profileImageUrl: decodePictureUrl(o.profile_image_url, "profile_image_url"),
  clientMetadata: R.json(o.client_metadata, "client_metadata"),
  clientReadOnlyMetadata: R.json(o.client_read_only_metadata, "client_read_only_metadata")
})

export const decodeServerTeam = R.struct((o): ServerTeam => ({
  ...idToClientReadOnlyMetadata(o),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  serverMetadata: R.json(o.server_metadata, "server_metadata")
}))

export const decodeTeam = R.struct((o): Team => ({ ...idToClientReadOnlyMetadata(o) }))
