/** The providers that the emulator knows, and what it asks them for. */
import { describe, expect, it } from "@effect/vitest"
import * as ProviderCatalogue from "../../../src/emulator/projects/ProviderCatalogue.ts"

describe("the catalogue", () => {
  it.each([
    ["google", "Google", "openid email profile"],
    ["github", "GitHub", "user:email"],
    ["microsoft", "Microsoft", "openid User.Read"],
    ["facebook", "Facebook", "public_profile email"],
    ["spotify", "Spotify", "user-read-email user-read-private"],
    ["discord", "Discord", "identify email"],
    ["gitlab", "GitLab", "read_user"],
    ["bitbucket", "Bitbucket", "account email"],
    ["linkedin", "LinkedIn", "openid profile email"],
    ["x", "X", "users.read offline.access tweet.read"],
    ["acme", "acme", "openid email profile"],
    ["toString", "toString", "openid email profile"]
  ])("has %s", (id, displayName, scope) => {
    expect(ProviderCatalogue.find(id)).toStrictEqual({ displayName, scope })
  })

  it("knows that Apple posts a form", () => {
    expect(ProviderCatalogue.find("apple")).toStrictEqual({ displayName: "Apple", scope: "name email", usesForm: true })
  })
})
