/** `decode-user.ts <subject> <calls>`: microseconds to turn one answer of `GET /users/me` into a value. */
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { getMe } from "../../../src/wire/generated/Users.ts"
import { userJson } from "../wire.ts"

const [subject = "", calls = "1000"] = process.argv.slice(2)

const zodDecoder = async (folder: string): Promise<(input: unknown) => unknown> => {
  const entry = createRequire(path.join(folder, "package.json")).resolve("zod")
  const { z } = (await import(pathToFileURL(entry).href)) as { readonly z: any }
  const json = z.json()
  const id = z.string().regex(/^(?!\.{1,2}$)[^\p{C}\p{Z}/\\?#%]{1,256}$/u)
  const user = z
    .object({
      id,
      display_name: z.string().nullable(),
      primary_email: z.string().nullable(),
      primary_email_verified: z.boolean(),
      profile_image_url: z.string().nullable(),
      signed_up_at_millis: z.number().transform((millis: number) => new Date(millis)),
      client_metadata: json,
      client_read_only_metadata: json,
      has_password: z.boolean(),
      auth_with_email: z.boolean(),
      otp_auth_enabled: z.boolean(),
      passkey_auth_enabled: z.boolean(),
      oauth_providers: z.array(z.object({ id, account_id: z.string(), email: z.string().nullable() })),
      requires_totp_mfa: z.boolean(),
      is_anonymous: z.boolean(),
      selected_team_id: id.nullable(),
      selected_team: z
        .object({
          id,
          display_name: z.string(),
          profile_image_url: z.string().nullable(),
          client_metadata: json,
          client_read_only_metadata: json
        })
        .nullable()
    })
    .transform((wire: any) => ({
      id: wire.id,
      displayName: wire.display_name,
      primaryEmail: wire.primary_email,
      primaryEmailVerified: wire.primary_email_verified,
      profileImageUrl: wire.profile_image_url,
      signedUpAt: wire.signed_up_at_millis,
      clientMetadata: wire.client_metadata,
      clientReadOnlyMetadata: wire.client_read_only_metadata,
      hasPassword: wire.has_password,
      emailAuthEnabled: wire.auth_with_email,
      otpAuthEnabled: wire.otp_auth_enabled,
      passkeyAuthEnabled: wire.passkey_auth_enabled,
      oauthProviders: wire.oauth_providers.map((one: any) => ({
        id: one.id,
        accountId: one.account_id,
        email: one.email
      })),
      isMultiFactorRequired: wire.requires_totp_mfa,
      isAnonymous: wire.is_anonymous,
      selectedTeamId: wire.selected_team_id,
      selectedTeam: wire.selected_team && {
        id: wire.selected_team.id,
        displayName: wire.selected_team.display_name,
        profileImageUrl: wire.selected_team.profile_image_url,
        clientMetadata: wire.selected_team.client_metadata,
        clientReadOnlyMetadata: wire.selected_team.client_read_only_metadata
      }
    }))
  return (input) => user.parse(input)
}

const subjects: Readonly<Record<string, () => Promise<((input: unknown) => unknown) | undefined>>> = {
  "JSON.parse": async () => () => JSON.parse(userJson),
  gatefold: async () => (input) => getMe.success(input, undefined, 200),
  zod: async () => {
    const folder = process.env.BENCH_zod
    return folder === undefined ? undefined : zodDecoder(folder)
  }
}

const decode = await subjects[subject]!()
if (decode === undefined) {
  console.log(JSON.stringify({ skipped: true }))
} else {
  const input: unknown = JSON.parse(userJson)
  const repeat = (count: number) => {
    for (let i = 0; i < count; i++) decode(input)
  }
  repeat(Number(calls))
  const start = performance.now()
  repeat(Number(calls))
  console.log(JSON.stringify({ micros: ((performance.now() - start) * 1000) / Number(calls) }))
}
