/** The providers that the emulator knows, and what it asks them for. */
import { describe, expect, it } from "@effect/vitest"
import * as ProviderCatalog from "../../../src/emulator/projects/ProviderCatalog.ts"

describe("the catalog", () => {
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
    expect(ProviderCatalog.find(id)).toStrictEqual({ displayName, scope })
  })

  it("knows that Apple posts a form", () => {
    expect(ProviderCatalog.find("apple")).toStrictEqual({ displayName: "Apple", scope: "name email", usesForm: true })
  })
})
