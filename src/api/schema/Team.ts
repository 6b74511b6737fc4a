/** Teams (docs/protocol/resources.md#teams). */
import * as Schema from "effect/Schema"
import { TeamId } from "./Ids.ts"
import { Metadata } from "./Metadata.ts"
import { PictureUrl } from "./Picture.ts"
import { WireClass } from "./WireStruct.ts"

const clientFields = {
  id: TeamId,
  displayName: Schema.String,
  /** An http(s) URL, or a base64 `data:` URL of an image without scripts; null if the service has any other. */
  profileImageUrl: PictureUrl,
  clientMetadata: Metadata,
  clientReadOnlyMetadata: Metadata
}

/** A team as its members see it. */
export class Team extends WireClass<Team>()(clientFields) {}

/** The server's shape of a team. */
export class ServerTeam extends WireClass<ServerTeam>()(
  {
    ...clientFields,
    createdAt: Schema.DateFromMillis,
    serverMetadata: Metadata
  },
  { createdAt: "created_at_millis" }
) {}
