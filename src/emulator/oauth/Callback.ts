/** Where identity providers send browsers back to. */

/** The service's own callback for a provider (wire/headers §10). */
export const urlOf = (publicUrl: string, providerId: string): string =>
  `${publicUrl}/api/v1/auth/oauth/callback/${encodeURIComponent(providerId)}`
