/** What the vendor's SDK does in pages: cookies, redirects and callbacks. */
import { inPages, reread, signUpInPages } from "../apps.ts"
import { type Call, ensure, equal, makeJourney, type Part, type Vendor, readValue } from "../Call.ts"

const area = { name: "Pages", hasKeys: false }
const journey = makeJourney(area)

const callback: Part = {
  run: async (world) => ensure(await inPages(world).callOAuthCallback(), "the page was called back"),
  leadsTo: "/"
}

const toProvider: Part = {
  run: (world) => inPages(world).signInWithOAuth("github"),
  leadsTo: "/handler/oauth-callback"
}

export const pages: ReadonlyArray<Call> = [
  journey("app.signUpWithCredential: goes on to the next page, with cookies", [
    signUpInPages,
    { run: async (world) => ensure(await inPages(world).getUser(), "somebody is signed in") }
  ]),
  journey("user.signOut: goes on to the next page", [
    signUpInPages,
    { run: async (world) => (await inPages(world).getUser({ or: "throw" })).signOut(), leadsTo: "/" },
    { run: async (world) => ensure((await inPages(world).getUser()) === null, "nobody is signed in") }
  ]),
  journey("app.getUser: redirect", [
    { run: (world) => inPages(world).getUser({ or: "redirect" }), leadsTo: "/handler/sign-in" }
  ]),
  journey("app.signInWithOAuth, app.callOAuthCallback", [
    toProvider,
    callback,
    {
      run: async (world) => {
        const user = await inPages(world).getUser({ or: "throw" })
        equal(
          user.oauthProviders.map(({ id }: Vendor) => id),
          ["github"]
        )
        const account = await user.getConnectedAccount("github")
        ensure((await account.getAccessToken()).accessToken, "there is a token of the provider")
      }
    }
  ]),
  journey("user.getConnectedAccount: redirect", [
    signUpInPages,
    {
      run: async (world) => {
        const user = await inPages(world).getUser({ or: "throw" })
        equal(await user.getConnectedAccount("github"), null)
        await user.getConnectedAccount("github", { or: "redirect", scopes: ["repo"] })
      },
      leadsTo: "/handler/oauth-callback"
    },
    callback,
    {
      run: async (world) => {
        const user = await inPages(world).getUser({ or: "throw" })
        const account = await user.getConnectedAccount("github", { scopes: ["repo"] })
        ensure((await account.getAccessToken()).accessToken, "there is a token of the provider")
      }
    }
  ]),
  journey("user.registerPasskey, app.signInWithPasskey", [
    signUpInPages,
    {
      run: async (world) => {
        const user = await inPages(world).getUser({ or: "throw" })
        await readValue(user.registerPasskey())
        equal((await reread(world, user)).passkeyAuthEnabled, true)
        await user.signOut()
      },
      leadsTo: "/"
    },
    { run: async (world) => readValue(inPages(world).signInWithPasskey()), leadsTo: "/" },
    { run: async (world) => equal((await inPages(world).getUser({ or: "throw" })).passkeyAuthEnabled, true) }
  ])
]
