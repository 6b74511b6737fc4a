/** The service's callback URL for identity providers. */
import type { ProviderId } from "../../../domain/Ids.ts"

/** The service's own callback for a provider (docs/protocol/oauth.md#callback-of-the-service). */
export const makeUrl = (publicUrl: string, providerId: ProviderId): string =>
  `${publicUrl}/api/v1/auth/oauth/callback/${encodeURIComponent(providerId)}`
