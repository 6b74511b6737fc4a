/** The emulator stores and returns no profile image that isn't a link or an uploaded picture. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Emulator from "../../../src/emulator/index.ts"
import { call, layer, server, signUp } from "../../support/emulatorCalls.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { me, signIn } from "../oauth/appSignIn.ts"

const pixelUrl = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
const pictureUrl = "https://example.org/ann.png"
const userId = "5a7f0f3e-0b7d-4c57-9a0a-6a0b1c2d3e4f"

const none = [
  "javascript:alert(1)",
  "JAVASCRIPT://x/%0aalert(1)",
  "data:text/html;base64,PHNjcmlwdD4=",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "data:image/png,x",
  "blob:https://example.org/1",
  "ftp://example.org/a.png"
]

describe("profile images", () => {
  it.effect(
    "are taken from servers as links and uploads, from clients as uploads, and from nobody as anything else",
    () =>
      Effect.gen(function* () {
        const { access_token: token, user_id } = yield* signUp("ann@example.org")
        const own = yield* call("POST", "/teams", { token, body: { display_name: "Crew" } })
        const team = own.body.id
        const places: ReadonlyArray<readonly ["client" | "server", string, string]> = [
          ["client", "PATCH", "/users/me"],
          ["client", "POST", "/teams"],
          ["client", "PATCH", `/teams/${team}`],
          ["client", "PATCH", `/team-member-profiles/${team}/me`],
          ["server", "PATCH", "/users/me"],
          ["server", "PATCH", `/users/${user_id}`],
          ["server", "POST", "/users"],
          ["server", "POST", "/teams"],
          ["server", "PATCH", `/teams/${team}`],
          ["server", "PATCH", `/team-member-profiles/${team}/${user_id}`]
        ]
        for (const [level, method, path] of places) {
          const set = Effect.fnUntraced(function* (profile_image_url: string) {
            const name = path === "/teams" ? { display_name: "Other" } : {}
            const answer = yield* call(method, path, { level, token, body: { ...name, profile_image_url } })
            return [level, path, profile_image_url, answer.status, answer.body?.profile_image_url]
          })
          const fine = method === "POST" ? 201 : 200
          expect(yield* set(pixelUrl), method).toStrictEqual([level, path, pixelUrl, fine, pixelUrl])
          const link = yield* set(pictureUrl)
          expect(link, method).toStrictEqual([
            level,
            path,
            pictureUrl,
            ...(level === "server" ? [fine, pictureUrl] : [400, undefined])
          ])
          for (const url of none) expect(yield* set(url), method).toStrictEqual([level, path, url, 400, undefined])
        }
      }).pipe(Effect.provide(layer({ project: { config: { clientTeamCreationEnabled: true } } })))
  )

  it.effect.each([[pictureUrl, pictureUrl], [pixelUrl, pixelUrl], ...none.map((url) => [url, null] as const)])(
    "are links, or none, if they are of providers: %s",
    ([url, expected]) =>
      Effect.gen(function* () {
        const { body } = yield* signIn("google", { accountId: url, email: null, profileImageUrl: url })
        expect(yield* me(body.access_token)).toMatchObject({ profile_image_url: expected })
      }).pipe(Effect.provide(layer({ project: { config: { oauthProviders: [{ id: "google", type: "shared" }] } } })))
  )

  it.effect("are not handed out if an earlier version stored them", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const data = join(folder, "emulator.db")
      const options: Emulator.Options = { data, project: { id: userId } }
      const { user_id } = yield* Effect.provide(signUp("ann@example.org"), layer(options))
      const database = new DatabaseSync(data)
      database.prepare("UPDATE users SET profile_image_url = ?").run("javascript:alert(1)")
      database.close()
      const read = call("GET", `/users/${user_id}`, server)
      expect((yield* Effect.provide(read, layer(options))).body).toMatchObject({ id: user_id, profile_image_url: null })
    })
  )
})
