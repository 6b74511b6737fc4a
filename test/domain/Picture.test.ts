/** No picture reaches an app that a browser could run as a script. */
import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { PictureUrl } from "../../src/api/schema/Picture.ts"
import { ServerTeam, Team } from "../../src/api/schema/Team.ts"
import { ServerTeamMemberProfile, TeamMemberProfile } from "../../src/api/schema/TeamMember.ts"
import { CurrentUser, ServerUser } from "../../src/api/schema/User.ts"
import { isPicture } from "../../src/domain/Picture.ts"

const pictures = [
  "https://images.example.org/ann.png",
  "http://localhost:8221/ann.png?size=2",
  "HTTPS://example.org/ann.png",
  "data:image/png;base64,iVBORw0KGgo=",
  "data:image/jpeg;base64,iVBORw0KGgo=",
  "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
  `data:image/webp;base64,${"A".repeat(1_000_000)}`
]

const others = [
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0000javascript:alert(1)",
  "javascript://https://example.org/%0aalert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "data:image/png,x",
  "data:image/png;base64,AA==,<script>",
  "data:image/png;base64,AA==\n",
  "data:image/png;charset=x;base64,AA==",
  "data:,",
  "blob:https://example.org/1",
  "file:///etc/passwd",
  "ftp://example.org/a.png",
  "//example.org/a.png",
  "/a.png",
  "https:a.png",
  ""
]

const team = {
  id: "5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f",
  display_name: "Crew",
  client_metadata: null,
  client_read_only_metadata: null
}

const serverTeam = { ...team, created_at_millis: 0, server_metadata: null }

const user = {
  id: "0d9c8b7a-6f5e-4d3c-8b2a-190817263544",
  primary_email: "ann@example.org",
  primary_email_verified: true,
  display_name: "Ann",
  client_metadata: null,
  client_read_only_metadata: null,
  signed_up_at_millis: 0,
  has_password: true,
  auth_with_email: true,
  oauth_providers: [],
  requires_totp_mfa: false,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  is_anonymous: false,
  selected_team_id: null
}

const serverUser = {
  ...user,
  primary_email_auth_enabled: true,
  server_metadata: null,
  last_active_at_millis: 0
}

const profile = { team_id: team.id, user_id: user.id, display_name: "Ann" }

describe("pictures", () => {
  it("are http(s), or uploaded images without scripts", () => {
    expect(pictures.filter((url) => !isPicture(url))).toStrictEqual([])
    expect(others.filter(isPicture)).toStrictEqual([])
  })

  it("are null where there is none, read and written", () => {
    const decode = Schema.decodeSync(PictureUrl)
    const encode = Schema.encodeSync(PictureUrl)
    const none = [...others, null]
    expect(pictures.map((url) => decode(url))).toStrictEqual(pictures)
    expect(pictures.map((url) => encode(url))).toStrictEqual(pictures)
    expect(none.map((url) => decode(url))).toStrictEqual(none.map(() => null))
    expect(none.map((url) => encode(url))).toStrictEqual(none.map(() => null))
  })

  it("never reach an app from whatever service", () => {
    const decoded = (profile_image_url: string) => [
      Schema.decodeUnknownSync(Team)({ ...team, profile_image_url }),
      Schema.decodeUnknownSync(ServerTeam)({ ...serverTeam, profile_image_url }),
      Schema.decodeUnknownSync(CurrentUser)({
        ...user,
        profile_image_url,
        selected_team: { ...team, profile_image_url }
      }),
      Schema.decodeUnknownSync(ServerUser)({
        ...serverUser,
        profile_image_url,
        selected_team: { ...serverTeam, profile_image_url }
      }),
      Schema.decodeUnknownSync(TeamMemberProfile)({ ...profile, profile_image_url }),
      Schema.decodeUnknownSync(ServerTeamMemberProfile)({
        ...profile,
        profile_image_url,
        user: { ...serverUser, profile_image_url, selected_team: null }
      })
    ]
    const allowed = "https://example.org/a.png"
    expect(decoded(allowed).map(({ profileImageUrl }) => profileImageUrl)).toStrictEqual(Array(6).fill(allowed))
    const isIn = (url: string, value: unknown) => JSON.stringify(value).includes(JSON.stringify(url).slice(1, -1))
    const shown = others.filter((url) => url !== "" && decoded(url).some((value) => isIn(url, value)))
    expect(shown).toStrictEqual([])
  })
})
