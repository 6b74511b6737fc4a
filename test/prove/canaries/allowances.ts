/** Where secrets may be: each with the reason. One that is good for nothing any more fails the run. */
import type { Allowance } from "./Search.ts"

export const allowances: ReadonlyArray<Allowance> = [
  {
    kind: ["accessToken", "newAccessToken"],
    sink: "URL",
    where: /^(OAuth\.link|ConnectedAccounts\.(getAccessToken|getOrLink)) /,
    because: "a link to a provider names its user by it (docs/protocol/threats.md#codes-in-urls)"
  },
  {
    kind: ["accessToken", "newAccessToken", "refreshToken", "newRefreshToken"],
    sink: /^(value|span)$/,
    where: /^Sessions\.(authHeaders|authJson) /,
    because: "they are what is asked for; a span in memory has the result of its work, and no exporter sends it"
  },
  {
    kind: /./,
    sink: /^(value|span)$/,
    where: /^FeatureSupport\.check /,
    because: "its result is the text that the service answers, which is a success there"
  },
  {
    kind: "mailedCode",
    sink: "browser",
    where: /^the page team-invitation /,
    because: "an invitation waits in the URL of its page until it is known who is signed in"
  },
  {
    kind: "mailedCode",
    sink: /^(server HTML|RSC)$/,
    where: /^\/handler\/magic-link-callback\?code=\S+ of Next\.js$/,
    because: "Next.js writes the URL of a page into the page; scripts of the page take the code out of both"
  },
  {
    kind: "totpSecret",
    sink: "database",
    because: "codes of second factors are computed from it; the file is for its owner only (decision 0009)"
  },
  {
    kind: ["providerClientSecret", "providerAccessToken", /^(access_token of .*connected-accounts|client_secret)/],
    sink: "database",
    because: "they are sent on to the provider"
  },
  { kind: "mailServerPassword", sink: "database", because: "it is sent on to the mail server" },
  { kind: "passwordHash", sink: "database", because: "it is itself a hash, which was imported" }
]
