/**
 * A browser with two tabs that leaves the app and comes back: sign-ins with a provider, mailed links, redirects within
 * the app. Pages are left and loaded again in the middle of it, answers are visited twice, in both tabs, or an hour too
 * late, and strangers plant codes of their own and pages of other sites.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as MagicLink from "../../../../src/client/MagicLink.ts"
import * as OAuth from "../../../../src/client/OAuth.ts"
import * as Redirect from "../../../../src/client/Redirect.ts"
import { ClientApp } from "../../../../src/http/ClientApp.ts"
import { type Execute, Http } from "../../../../src/http/Http.ts"
import * as Locks from "../../../../src/platform/Locks.ts"
import * as Navigation from "../../../../src/platform/page/Navigation.ts"
import * as OAuthFlows from "../../../../src/platform/page/OAuthFlows.ts"
import { returnToParameter } from "../../../../src/platform/page/Redirector.ts"
import * as CookieJar from "../../../../src/platform/request/CookieJar.ts"
import { Session } from "../../../../src/session/Session.ts"
import * as CookieTokenStore from "../../../../src/token/internal/CookieTokenStore.ts"
import * as Browser from "../../../support/Browser.ts"
import { trueMillis } from "../../../support/explore/schedule.ts"
import {
  ofComponents,
  ofPages,
  ofRequests,
  ofServers,
  ofOutages,
  type Topology
} from "../../../support/explore/Topology.ts"
import type { Operation, World } from "../../../support/explore/World.ts"
import * as Calls from "../Calls.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { checkPair, findSession, watch } from "../watched.ts"
import * as WebLocks from "../WebLocks.ts"
import { sessionOver } from "./session.ts"

const origin = "http://localhost:3000"
const callback = `${origin}/handler/oauth-callback`

const kinds = [
  "start",
  "start",
  "start",
  "link",
  "link",
  "again",
  "again",
  "plant",
  "foreign",
  "go",
  "reload",
  "out",
  "wait"
] as const

/** Pages that somebody may want users to be sent to. */
const trusted = ["/welcome", "/deep?x=1#y", `${origin}/there`]
const targets = [
  ...trusted,
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example",
  `${origin}//evil.example/`,
  "javascript:alert(1)"
]

/** The page to go on at, in an answer of the service. */
const named = /("after_callback_redirect_url":)(?:null|"[^"]*")/

/** What a call sends users away for: a start, or the answer that a page was opened with. */
const Flow = Context.Reference<string>("test/prove/explore/flows/Flow", { defaultValue: () => "none" })

/** What a planted fault replaces. */
export interface Parts {
  readonly flows?: (kept: OAuthFlows.OAuthFlowsService) => OAuthFlows.OAuthFlowsService
}

/** Identities and addresses that are used once in a process. */
let serial = 0

interface Tab {
  readonly name: string
  url: URL
  readonly session: Session["Service"]
  readonly layer: Layer.Layer<Session | ClientApp>
  /** What goes on in the page, which ends when it is left. */
  readonly running: Set<Fiber.Fiber<unknown, unknown>>
  readonly close: Effect.Effect<void>
}

const story = async (world: World, parts: Parts) => {
  const { chance } = world
  const isFaulty = chance(0.4)
  const service = await Service.make({ lifeMillis: 600_000, rotates: false })
  const network = Network.make(world, service, { isFaulty })
  const calls = Calls.make(world, service, network)
  const watched = watch(world, service)
  const locks = WebLocks.make()
  const jar = CookieJar.makeMemory({ isSecure: chance(0.5) })
  const operations = world.operations(3, 8, 300)
  const { emulator } = service

  /** Flows that this browser has begun, by their states, and when; the verifiers of those that it has taken up. */
  const begun = new Map<string, number>()
  /** How often something was begun that may send its user away. */
  const worked = new Map<string, number>()
  const taken = new Set<string>()
  /** Codes that were exchanged, by the verifiers of their flows. */
  const exchanges = new Map<string, string>()
  /** Pages that the service, or a mail, has sent this browser to. */
  const answers: Array<URL> = []
  const navigations = new Map<string, number>()
  const visits = new Map<URL, number>()

  const kept = parts.flows?.(OAuthFlows.make(jar)) ?? OAuthFlows.make(jar)
  const flows: OAuthFlows.OAuthFlowsService = {
    ...kept,
    add: (state, flow) => Effect.tap(kept.add(state, flow), () => Effect.sync(() => begun.set(state, trueMillis()))),
    take: (state, isExpected) =>
      Effect.tap(kept.take(state, isExpected), (flow) =>
        Effect.sync(() => {
          const age = trueMillis() - (begun.get(state) ?? Infinity)
          if (age >= OAuthFlows.lifetimeMillis) world.met("I17 late")
          if (state.startsWith("foreign")) world.met("I17 foreign")
          if (flow === undefined) {
            if (begun.has(state)) world.met("I17 twice")
            return
          }
          const isOurs = flow.projectId === service.project.projectId && flow.apiUrl === service.apiUrl
          if (!isOurs || flow.redirectUri.split("?")[0] !== callback) {
            world.violate("I17", `a flow of ${flow.redirectUri} and the project ${flow.projectId} was taken`)
          }
          if (age >= OAuthFlows.lifetimeMillis) world.violate("I17", `a flow was used ${age} ms after its start`)
          const verifier = Redacted.value(flow.verifier)
          if (taken.has(verifier)) world.violate("I17", "the record of a flow was used twice")
          taken.add(verifier)
        })
      )
  }

  const checkExchange = (body: string) => {
    const form = new URLSearchParams(body)
    if (form.get("grant_type") !== "authorization_code") return
    world.met("I17 exchange")
    const [verifier, code] = [form.get("code_verifier") ?? "", form.get("code") ?? ""]
    if (!taken.has(verifier)) world.violate("I17", "a code was exchanged without the record of a flow")
    // A request that could not be sent is sent again.
    if ((exchanges.get(verifier) ?? code) !== code) world.violate("I17", "two codes were exchanged with one record")
    exchanges.set(verifier, code)
  }

  const execute = network.app()

  /** The service may name any page to go on at, also one that it should not. */
  const sent: Execute = (request) =>
    Effect.suspend(() => {
      if (request.url.endsWith("/auth/oauth/token")) checkExchange(request.body ?? "")
      const target = world.dice("named", exchanges.size).pick([...targets, undefined, undefined])
      return Effect.map(execute(request), (response) =>
        target === undefined
          ? response
          : { ...response, text: response.text.replace(named, `$1${JSON.stringify(target)}`) }
      )
    })

  const browse = (url: string) => Browser.make({ [emulator.baseUrl]: emulator.fetch }).open(url)

  /** The browser goes to a URL of the service and through the provider, until it is at the app again. */
  const follow = (url: string, answer: { readonly outcome?: "deny" } = {}) =>
    Service.whole(
      Effect.gen(function* () {
        const person = `flow-${++serial}`
        const identity = { accountId: person, email: `${person}@example.org` }
        yield* emulator.identityProvider.script({ ...answer, identity })
        return yield* browse(url)
      })
    )

  return Effect.gen(function* () {
    const { projectId } = service.project
    const browser = yield* Scope.make()
    const inBrowser = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkIn(effect, browser)
    const going: Array<Fiber.Fiber<unknown, unknown>> = []
    const tabs: Array<Tab> = []

    /** Where a page sends its user to: to itself, or to the service. */
    const leave = (index: number, where: "redirect" | "leave", url: string) =>
      Effect.gen(function* () {
        const flow = yield* Flow
        const target = new URL(url)
        world.note(`${tabs[index]!.name} goes to ${target.origin === origin ? target.pathname : "the service"}`)
        world.met("I16")
        const home = where === "redirect" ? origin : service.apiUrl
        if (target.origin !== home || target.username !== "" || target.pathname.startsWith("//")) {
          world.violate("I16", `${where} to ${url}`)
        }
        const times = (navigations.get(flow) ?? 0) + 1
        navigations.set(flow, times)
        if (times > 1) world.violate("I16", `${times} navigations for ${flow}`)
        const dice = world.dice("leaving", navigations.size)
        const arrive = Effect.gen(function* () {
          yield* Effect.sleep(dice.upTo(100))
          if (where === "redirect") return yield* open(index, target)
          const page = yield* follow(url, dice.chance(0.2) ? { outcome: "deny" } : {})
          // What the service refuses, it shows itself.
          if (page.status !== 0) return world.note(`the service answers ${page.status}`)
          if (page.url.origin !== origin) world.violate("I26", `the service sends the browser to ${page.url.origin}`)
          answers.push(page.url)
          // Some users look at something else first.
          if (dice.chance(0.15)) return
          if (dice.chance(0.3)) yield* open(1 - index, page.url)
          yield* open(index, page.url)
        })
        going.push(yield* inBrowser(arrive))
      })

    /** A page that is opened, in the place of the one before; what that one does is over. */
    const open: (index: number, url: URL) => Effect.Effect<void> = Effect.fnUntraced(function* (index, url) {
      const name = `tab ${index}`
      const former = tabs[index]
      if (former !== undefined) {
        yield* Effect.forEach([...former.running], Fiber.interrupt)
        yield* former.close
      }
      const scope = yield* Scope.make()
      const store = watched.over(yield* CookieTokenStore.make(jar, { projectId }), name)
      const layer = sessionOver(service, { ...network, layer: Layer.succeed(Http, sent) }, store)
      const context = yield* Layer.buildWithScope(Layer.provide(layer, Locks.layer(locks.manager)), scope)
      const session = Context.get(context, Session)
      const tab: Tab = {
        name,
        url,
        session,
        layer: Layer.succeedContext(Context.add(context, ClientApp, session.app)),
        running: new Set(),
        close: Scope.close(scope, Exit.void)
      }
      tabs[index] = tab
      world.note(`${name} opens ${url.pathname}`)
      visits.set(url, (visits.get(url) ?? 0) + 1)
      const { searchParams } = url
      const code = searchParams.get("code")
      if (url.pathname === "/handler/oauth-callback") {
        const flow = `the answer ${searchParams.get("state")}`
        // React runs effects of a page twice in development.
        for (let i = world.dice("strict", going.length).chance(0.3) ? 2 : 1; i > 0; i--) {
          yield* run(index, "callback", flow, OAuth.callback())
        }
      }
      if (url.pathname === "/handler/magic-link-callback" && code !== null) {
        yield* run(index, `mailed link`, `the link ${code}`, MagicLink.signIn({ code }))
      }
    })

    /** A call of a page, which ends with the page. */
    const run = <A, E>(
      index: number,
      name: string,
      flow: string,
      effect: Effect.Effect<A, E, Session | ClientApp>
    ): Effect.Effect<void> =>
      Effect.suspend(() => {
        const tab = tabs[index]!
        const times = (worked.get(flow) ?? 0) + 1
        worked.set(flow, times)
        if (times > 1) world.met("I16 twice")
        const navigation = Navigation.make({
          current: Effect.sync(() => new URL(tab.url)),
          navigate: (url) => leave(index, "redirect", url),
          leave: (url) => leave(index, "leave", url),
          rewrite: (url) => Effect.sync(() => void (tab.url = url))
        })
        const call = calls
          .call(`${name} (${tab.name})`, effect)
          .pipe(
            Effect.provideService(Flow, flow),
            Effect.provideService(Navigation.Navigation, navigation),
            Effect.provideService(OAuthFlows.OAuthFlows, flows),
            Effect.provide(tab.layer)
          )
        return Effect.map(inBrowser(Effect.exit(call)), (fiber) => {
          tab.running.add(fiber)
          fiber.addObserver(() => tab.running.delete(fiber))
        })
      })

    const act = Effect.fnUntraced(function* (operation: Operation) {
      const index = operation.upTo(2)
      const tab = tabs[index]!
      const kind = operation.pick(kinds)
      const name = `${operation.index} ${kind}`
      world.note(`${name} (${tab.name})`)
      const target = operation.pick(targets)
      const isUntrusted = !trusted.includes(target)
      switch (kind) {
        case "start": {
          const afterCallbackRedirectUrl = operation.chance(0.5) ? target : undefined
          if (afterCallbackRedirectUrl !== undefined && isUntrusted) world.met("I16 untrusted")
          const started = OAuth.start({ provider: "github", afterCallbackRedirectUrl })
          return yield* run(index, name, name, started)
        }
        case "link": {
          const email = `flow-${++serial}@example.org`
          yield* Effect.exit(
            Effect.provide(MagicLink.send({ email, callbackUrl: `${origin}/handler/magic-link-callback` }), tab.layer)
          )
          const code = yield* Service.readCode(service, email)
          if (code === undefined) return
          const url = new URL(`${origin}/handler/magic-link-callback?code=${code}`)
          if (operation.chance(0.5)) url.searchParams.set(returnToParameter, target)
          answers.push(url)
          if (operation.chance(0.3)) yield* open(1 - index, url)
          return yield* open(index, url)
        }
        case "again": {
          const url = answers[operation.upTo(answers.length)]
          if (url === undefined) return
          if (operation.chance(0.4)) yield* Effect.sleep(OAuthFlows.lifetimeMillis)
          return yield* open(index, url)
        }
        case "plant": {
          // A stranger has a code of a sign-in that they have begun themselves.
          const state = `planted-${++serial}`
          if (operation.chance(0.2)) {
            const evil = "https://evil.example/there"
            const { status } = yield* Service.whole(browse(strange(state, evil)))
            return world.expect("I26 redirect", status >= 400, () => `a redirect to ${evil} is answered ${status}`)
          }
          const page = yield* follow(strange(state, callback))
          if (page.url.searchParams.get("code") === null) return yield* Effect.die("the stranger has got no code")
          return yield* open(index, page.url)
        }
        case "foreign": {
          // Another app of this host, or another page of this one, has begun a flow, whose answer comes here.
          const state = `foreign-${++serial}`
          const own = { projectId, apiUrl: service.apiUrl, redirectUri: callback }
          const other = operation.pick([
            { projectId: "another" },
            { apiUrl: "https://another.example" },
            { redirectUri: `${origin}/another/oauth-callback` }
          ])
          const verifier = Redacted.make(state)
          const now = yield* Clock.currentTimeMillis
          yield* Effect.exit(
            flows.add(state, {
              ...own,
              ...other,
              verifier,
              provider: "github",
              type: "authenticate",
              startedAtMillis: now
            })
          )
          return yield* open(index, new URL(`${callback}?code=any&state=${state}`))
        }
        case "go":
          return yield* run(index, name, name, operation.chance(0.5) ? Redirect.toUrl(target) : Redirect.to("signIn"))
        case "reload":
          return yield* open(index, tab.url)
        case "out":
          return yield* tab.session.signOut
        case "wait":
          return yield* Effect.sleep(operation.pick([5000, OAuthFlows.lifetimeMillis]))
      }
    })

    /** Where somebody else begins a sign-in. */
    const strange = (state: string, redirectUri: string) =>
      `${service.apiUrl}/api/v1/auth/oauth/authorize/github?${new URLSearchParams({
        client_id: projectId,
        client_secret: service.project.publishableClientKey,
        redirect_uri: redirectUri,
        scope: "legacy",
        state,
        grant_type: "authorization_code",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
        response_type: "code",
        error_redirect_url: `${origin}/handler/error`
      })}`

    yield* open(0, new URL(`${origin}/`))
    yield* open(1, new URL(`${origin}//evil.example/there`))
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(300))
      yield* act(operation)
      if (operation.chance(0.5)) yield* Effect.sleep(3000)
    }
    // Pages lead to pages.
    for (const fiber of going) {
      const exit = yield* Fiber.await(fiber)
      if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
    }
    yield* Effect.sleep(40_000)
    for (const url of answers) {
      const code = url.searchParams.get("code")
      // As a field of the exchange, or of the sign-in with a mailed link; pages to return to may quote it.
      const times = network.carriedOut(`&code=${code}&`) + network.carriedOut(`"code":"${code}"`)
      if (code === null) continue
      if ((visits.get(url) ?? 0) > 1) world.met("I18")
      if (times > 1) world.violate("I18", `a code has worked ${times} times`)
    }
    const held = yield* (yield* CookieTokenStore.make(jar, { projectId })).get
    checkPair(world, service, held)
    world.note(`in the end ${findSession(service, held)?.label}`)
    if (chance(0.5)) {
      const { name, session } = tabs[world.upTo(2)]!
      const ask = Effect.provideService(calls.get(`recovery (${name})`), Session, session)
      yield* calls.recovers(name, session.store.get, ask)
    }
    const helds = tabs.map(({ session }) => session.store.get)
    yield* calls.leave("the last sign-out", tabs[0]!.session.signOut, helds)
    yield* Effect.forEach(tabs, ({ close, running }) =>
      Effect.andThen(Effect.forEach([...running], Fiber.interrupt), close)
    )
    yield* Scope.close(browser, Exit.void)
  })
}

/** The topology over parts of which some may be broken on purpose. */
export const over = (parts: Parts): Topology => ({
  name: "flows",
  story: (world) => story(world, parts),
  checks: [
    ...(["I2 refused", "I3", "I4", "I4 failed", "I4 interrupted", "I5 out", "I5 in", "I9 failed", "I9 read"] as const),
    ...(["I11 attempts", "I12 failed", "I13", "I18", "I26 redirect", "I31 refused"] as const),
    ...ofPages,
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "it makes nothing but sessions, each with a code that works once (I18)": ["I10", "I11 refused"],
    "no request hangs for as long as a call may take": ["I11 late"],
    "pages that are left tell nobody what has become of their calls": ["I6", "I25 made", "I25 failed", "I25 unknown"],
    "there is no server of the app": ofServers,
    "no token expires and no session ends on the way: `session` and `tabs` look at that": [
      ...(["I1", "I1 tabs", "I2 expiring", "I7", "I8 network", "I8 service", "I8 unreadable"] as const),
      ...(["I29 expired", "I29 ended", "I31 failed"] as const)
    ],
    "who is shown, and in which tab: `react` and `tabs` look at that": ["I19", ...ofComponents, "I22"],
    "no clock jumps: `session` does that": ["I23"],
    "no account is asked for by its address: `promises` does that": ["I26 mail", "I27"]
  }
})

export const flows: Topology = over({})
