/** The SDK's apps and accounts, as calls need them. */
import { type Keys, type Part, readValue, type Vendor, type World } from "./Call.ts"

/** The password of everybody. */
export const password = "correct horse battery staple"

/** A text that nobody else has. */
export const unique = (prefix: string): string => `${prefix}-${crypto.randomUUID().slice(0, 13)}`

/** An address that nobody else has. */
export const newEmail = (): string => `${unique("user")}@example.com`

/** An SDK outside the handlers of a page: it is told where mails lead, and goes nowhere by itself. */
const common = (world: World, { projectId, publishableClientKey }: Keys) => ({
  baseUrl: world.baseUrl,
  projectId,
  publishableClientKey,
  tokenStore: "memory",
  redirectMethod: "none"
})

/** An app at client level with a session of its own. */
export const client = (world: World, keys = world.project, options: object = {}): Vendor =>
  new world.sdk.StackClientApp({ ...common(world, keys), ...options })

/** An app at server level. */
export const server = (world: World, options: object = {}): Vendor =>
  new world.sdk.StackServerApp({
    ...common(world, world.project),
    secretServerKey: world.project.secretServerKey,
    ...options
  })

/** An app at admin level. */
export const admin = (world: World, keys = world.project): Vendor =>
  new world.sdk.StackAdminApp({
    ...common(world, keys),
    secretServerKey: keys.secretServerKey,
    superSecretAdminKey: keys.superSecretAdminKey
  })

/** An app as pages have it, which keeps its session in cookies and goes from page to page. */
export const inPages = (world: World): Vendor =>
  client(world, world.project, { tokenStore: "cookie", redirectMethod: "window" })

/** A page of the app that mails lead to. */
export const makePageUrl = (world: World, name: string): string => `${world.appUrl}/handler/${name}`

/** Somebody who is signed in. */
export interface Somebody {
  readonly app: Vendor
  readonly user: Vendor
  readonly email: string
}

/** A new user who is signed in with a password. */
export const signUp = async (world: World, keys = world.project): Promise<Somebody> => {
  const app = client(world, keys)
  const email = newEmail()
  const { status } = await app.signUpWithCredential({
    email,
    password,
    noRedirect: true,
    verificationCallbackUrl: makePageUrl(world, "email-verification")
  })
  if (status !== "ok") throw new Error("the sign-up was refused")
  return { app, user: await app.getUser({ or: "throw" }), email }
}

/** The same with a verified address. */
export const signUpVerified = async (world: World): Promise<Somebody> => {
  const { app, email } = await signUp(world)
  await app.verifyEmail((await world.mailTo(email)).code)
  return { app, email, user: await app.getUser({ or: "throw" }) }
}

/**
 * The user as the service has them, which an app that has just started reads: the SDK keeps what it has read before.
 */
export const reread = async (world: World, user: Vendor): Promise<Vendor> => {
  const app = client(world, world.project, { tokenStore: await user.getAuthJson() })
  return app.getUser({ or: "throw" })
}

/** A user whom a server makes. */
export const createUser = (world: World, options: object = {}): Promise<Vendor> =>
  server(world).createUser({ primaryEmail: newEmail(), primaryEmailVerified: true, displayName: "Ada", ...options })

/** A sign-up in a page, which goes on to the next one. */
export const signUpInPages: Part = {
  run: async (world) => {
    await readValue(inPages(world).signUpWithCredential({ email: newEmail(), password }))
  },
  leadsTo: "/"
}
