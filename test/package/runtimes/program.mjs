/**
 * What an app, a backend and a server with keys do, for any runtime: nothing here is of Node. Each area is tried with
 * the installed package, and what came of it is reported.
 */
import { Effect } from "effect"
import { createRequestAuth, Webhooks } from "gatefold/backend"
import { createClientApp } from "gatefold/promise"
import { createServerApp } from "gatefold/promise/server"

const check = (is, expected, what) => {
  if (JSON.stringify(is) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`)
  }
}

const password = "correct horse battery staple"

/** The error that a promise rejects with. */
const errorOf = (promise) =>
  promise.then(
    (value) => ({ _tag: "none", value }),
    (error) => error
  )

const appOf = ({ apiUrl, project }) =>
  createClientApp({ ...project, apiUrl, appUrl: "http://localhost:3000", tokenStore: "memory" })

const serverOf = ({ apiUrl, project, secretServerKey }) => createServerApp({ ...project, secretServerKey, apiUrl })

/** Disposes of it after the work: Node 22 does not know `await using`. */
const during = async (disposable, work) => {
  try {
    return await work(disposable)
  } finally {
    await disposable[Symbol.asyncDispose]()
  }
}

/** Somebody who is signed in, for as long as the work takes. */
const withUser = (config, work) =>
  during(appOf(config), async (app) => {
    const email = `${crypto.randomUUID()}@example.org`
    await app.password.signUp({ email, password, noRedirect: true })
    return work(app, email)
  })

/** Moves the service's clock, so that access tokens are over. */
const expire = async ({ clock }) => {
  const response = await fetch(clock.url, {
    method: "POST",
    headers: { ...clock.headers, "content-type": "application/json" },
    body: JSON.stringify({ advance_millis: 700_000 })
  })
  check(response.status, 200, "the clock")
  await response.text()
}

const areas = {
  "sign-up, sign-in, sign-out": (config) =>
    withUser(config, async (app, email) => {
      await app.sessions.signOut()
      check(await app.currentUser.get(), null, "after the sign-out")
      const wrong = await errorOf(app.password.signIn({ email, password: "another one", noRedirect: true }))
      check(wrong._tag, "EmailPasswordMismatch", "a wrong password")
      await app.password.signIn({ email, password, noRedirect: true })
      check((await app.currentUser.get({ or: "throw" })).primaryEmail, email, "after the sign-in")
    }),

  "reading and changing": (config) =>
    withUser(config, async (app) => {
      await app.currentUser.update({ displayName: "Ann Ünï" })
      check((await app.currentUser.get({ or: "throw" })).displayName, "Ann Ünï", "the name")
      const team = await app.teams.create({ displayName: "Crew" })
      check(
        (await app.teams.list()).map(({ id }) => id),
        [team.id],
        "the teams"
      )
    }),

  "refresh, one for many calls": (config) =>
    withUser(config, async (app, email) => {
      const before = await app.sessions.authJson()
      await expire(config)
      const users = await Promise.all(Array.from({ length: 10 }, () => app.currentUser.get({ or: "throw" })))
      for (const user of users) check(user.primaryEmail, email, "after the access token was over")
      const after = await app.sessions.authJson()
      if (before.accessToken === after.accessToken) throw new Error("the access token is the same as before")
    }),

  "a server with keys": (config) =>
    during(serverOf(config), async (app) => {
      const primaryEmail = `${crypto.randomUUID()}@example.org`
      const user = await app.users.create({ primaryEmail, displayName: "Bob" })
      await app.users.update({ userId: user.id, displayName: "Bobby" })
      check((await app.users.get(user.id)).displayName, "Bobby", "the name")
      const found = []
      for await (const { id } of app.users.stream({ query: primaryEmail })) found.push(id)
      check(found, [user.id], "the users who are found")
      await app.users.delete(user.id)
      check((await errorOf(app.users.get(user.id)))._tag, "UserNotFound", "after the removal")
    }),

  "tokens verified with public keys": (config) =>
    withUser(config, (app, email) =>
      during(createRequestAuth({ ...config.project, apiUrl: config.apiUrl }), async (auth) => {
        const { accessToken } = await app.sessions.authJson()
        const resultOf = (token) =>
          auth.authenticate(new Request("https://api.example/", { headers: { authorization: `Bearer ${token}` } }))
        const results = await Promise.all(Array.from({ length: 10 }, () => resultOf(accessToken)))
        for (const result of results) check(result.signedIn, true, "a good token")
        check((await results[0].user()).primaryEmail, email, "the user of the token")
        const forged = await resultOf(`${accessToken.slice(0, -8)}AAAAAAAA`)
        check([forged.signedIn, forged.error?.reason], [false, "invalid"], "a forged token")
        for (const result of [...results, forged]) await result[Symbol.asyncDispose]()
      })
    ),

  "sessions of requests": (config) =>
    withUser(config, (app, email) =>
      during(serverOf(config), async (server) => {
        const headers = await app.sessions.authHeaders()
        const user = await server.forRequest(new Request("https://app.example/", { headers })).currentUser.get()
        check(user.primaryEmail, email, "the user of a request")
        check(await server.forRequest(new Request("https://app.example/")).currentUser.get(), null, "nobody")
      })
    ),

  cookies: (config) =>
    withUser(config, (app, email) =>
      during(createRequestAuth({ ...config.project, apiUrl: config.apiUrl, https: true }), async (auth) => {
        const { refreshToken } = await app.sessions.authJson()
        const cookie = `__Host-stack-refresh-${config.project.projectId}=${refreshToken}`
        const respond = auth.protect(async (_, session) => new Response((await session.user()).primaryEmail))
        const response = await respond(new Request("https://app.example/", { headers: { cookie } }))
        check([response.status, await response.text()], [200, email], "the page of a cookie")
        const set = response.headers.getSetCookie().filter((line) => line.startsWith("__Host-stack-access="))
        check([set.length, response.headers.get("cache-control")], [1, "private, no-store"], "its cookies")
      })
    ),

  webhooks: async ({ webhook }) => {
    const verify = (headers) =>
      Effect.runPromise(
        Effect.flatMap(Webhooks.Webhooks, (webhooks) =>
          webhooks.verify({ headers: new Headers(headers), body: webhook.body })
        ).pipe(Effect.provide(Webhooks.layer({ secret: webhook.secret })))
      )
    check((await verify(webhook.headers)).event.type, "user.deleted", "a signed message")
    const forged = await errorOf(verify({ ...webhook.headers, "webhook-id": "msg_another" }))
    check([forged._tag, forged.reason], ["WebhookRejected", "signature"], "a message of another id")
  }
}

/** Peers that are no service: what a read and a change with the secret key come to. */
const hostile = async (config, { change, expects, name, read }) => {
  const { timeout } = expects
  const at = (apiUrl, call) => during(serverOf({ ...config, apiUrl }), (app) => errorOf(call(app.users)))
  const errors = {
    read: await at(read, (users) => users.get(config.userId, { timeout })),
    change: await at(change, (users) => users.create({ displayName: "Eve" }, { timeout }))
  }
  for (const [call, error] of Object.entries(errors)) {
    check([error._tag, error.reason?._tag], ["TransportError", expects.reason], `a ${call} at ${name}`)
    const text = `${error} ${error.stack} ${JSON.stringify(error)}`
    if (text.includes(config.secretServerKey)) throw new Error(`the key is in the error of a ${call} at ${name}`)
  }
  check(errors.change.outcomeUnknown, expects.outcomeUnknown, `whether a change at ${name} may have been made`)
}

/** Tries everything; answers what came of each area. */
export const run = async (config) => {
  const results = []
  const attempt = async (area, work) => {
    try {
      await work()
      results.push({ area })
    } catch (error) {
      results.push({ area, problem: `${error}\n${error?.stack}` })
    }
  }
  for (const [area, work] of Object.entries(areas)) await attempt(area, () => work(config))
  for (const peer of config.peers) await attempt(`peer: ${peer.name}`, () => hostile(config, peer))
  return results
}
