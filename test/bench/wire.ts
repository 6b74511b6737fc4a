/** What the stub service answers, and how it is called. */

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** The project of every case; only the emulator knows real ones. */
export const projectId = "5f7d0c2a-7b1e-4a52-9d1f-0f6f3e0a9c11"
/** Its publishable client key. */
export const publishableClientKey = "pck_benchmark0benchmark0benchmark0benchmark0"
/** The refresh token that the stub renews. */
export const refreshToken = "benchmarkrefreshtoken0benchmarkrefreshtoken0"

const userId = "0d2b5a4e-5f0b-4f0e-8a54-5d8f2c1b7e90"

/** An access token as the service signs it, but with a signature that nobody checks here. */
export const accessToken = (issuedAtSeconds: number, lifetimeSeconds: number): string =>
  [
    encode({ alg: "ES256", kid: "benchmark" }),
    encode({
      sub: userId,
      project_id: projectId,
      branch_id: "main",
      refresh_token_id: "7c3d3c55-6a2f-4f7c-9a55-0f4d8a0f2b6e",
      role: "authenticated",
      name: "Ann Example",
      email: "ann@example.org",
      email_verified: true,
      selected_team_id: null,
      is_anonymous: false,
      is_restricted: false,
      restricted_reason: null,
      signed_up_at: 1_750_000_000,
      requires_totp_mfa: false,
      iss: `https://api.stack-auth.com/api/v1/projects/${projectId}`,
      aud: projectId,
      iat: issuedAtSeconds,
      exp: issuedAtSeconds + lifetimeSeconds
    }),
    "c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbg"
  ].join(".")

/** The JSON of `GET /users/me`, of usual size. */
export const userJson = JSON.stringify({
  id: userId,
  display_name: "Ann Example",
  primary_email: "ann@example.org",
  primary_email_verified: true,
  primary_email_auth_enabled: true,
  profile_image_url: "https://images.example.org/ann.png",
  signed_up_at_millis: 1_750_000_000_000,
  last_active_at_millis: 1_750_000_000_000,
  client_metadata: { theme: "dark", onboarding: { step: 3, done: false } },
  client_read_only_metadata: { plan: "pro", seats: 5 },
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [{ id: "github", account_id: "583231", email: "ann@example.org" }],
  requires_totp_mfa: false,
  is_anonymous: false,
  is_restricted: false,
  restricted_reason: null,
  selected_team_id: "1c8c1d0e-3b52-4b0a-8b7c-6a6a35a0a3b1",
  selected_team: {
    id: "1c8c1d0e-3b52-4b0a-8b7c-6a6a35a0a3b1",
    display_name: "Example Team",
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null
  }
})

/** The headers of a call on behalf of a user, for those who call without a library. */
export const callHeaders = (token: string): Readonly<Record<string, string>> => ({
  "x-stack-override-error-status": "true",
  "x-stack-project-id": projectId,
  "x-stack-access-type": "client",
  "x-stack-client-version": "js benchmark@0.0.0",
  "x-stack-publishable-client-key": publishableClientKey,
  "x-stack-access-token": token,
  "x-stack-refresh-token": refreshToken,
  "x-stack-random-nonce": "0123456789abcdefghjkmnpqrstvwxyz0123456789abc"
})
