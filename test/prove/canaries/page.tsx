/**
 * A page in a process of its own (`dom.ts` comes first): what React keeps and shows of operations that fail, what a
 * server sends to a page, and what is left in the browser.
 */
import * as fs from "node:fs"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { act, Component, type ReactNode, Suspense, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import * as Http from "../../../src/http/Http.ts"
import * as RetryPolicy from "../../../src/http/RetryPolicy.ts"
import type * as gatefold from "../../../src/index.ts"
import * as Navigation from "../../../src/platform/page/Navigation.ts"
import { createClientApp } from "../../../src/promise/ClientApp.ts"
import {
  AuthHandler,
  AuthProvider,
  dehydrate,
  type DehydratedState,
  serialize,
  useAction,
  useUser
} from "../../../src/react/index.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { operations } from "../../../tools/catalog/operations.ts"
import { agreeing, echoing, refusing, type Service, silent } from "./faults.ts"
import { publicInput, rightInputs } from "./inputs.ts"
import { options } from "./Operations.ts"
import { look, watchConsole } from "./printed.ts"
import * as Search from "./Search.ts"
import { kinds } from "./Secrets.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const search = Search.make()
let where = ""
watchConsole(search, () => where)

/** Hands over what was seen. */
const finish = (): never => {
  fs.writeFileSync(process.argv[2]!, JSON.stringify({ sinks: [...search.sinks], findings: search.findings }))
  return process.exit(0)
}

const tokens = { accessToken: Redacted.make(kinds.accessToken), refreshToken: Redacted.make(kinds.refreshToken) }
/** Without headers of their own: in a page they are as public as the rest of it. */
const { extraRequestHeaders: _, ...ofPages } = options
const makeOptions = (service: Service) => ({
  ...ofPages,
  tokenStore: Layer.sync(TokenStore, () => MemoryTokenStore.make(tokens)),
  navigation: Navigation.layerCustom(() => undefined),
  http: Layer.succeed(Http.Http, service.answer),
  platform: Layer.succeed(RetryPolicy.RetryPolicy, RetryPolicy.none)
})

/** Shows the error. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown, info: unknown) {
    look(search, where, error)
    look(search, where, info)
  }
  override render() {
    const { error } = this.state
    return error === undefined ? (
      this.props.children
    ) : (
      <pre>{error instanceof Error ? `${error.message} ${error.stack}` : String(error)}</pre>
    )
  }
}

const User = () => <p>{JSON.stringify(useUser())}</p>

/** A form of every operation that a page may run, each of them sent. */
const Forms = () => (
  <>
    {client.map((operation) => (
      <Form key={operation.exportedAs} {...operation} />
    ))}
  </>
)

/** That of a terminal waits for minutes; the others are what tokens are asked of, so their results have them. */
const others = /^(CliLogin\.login|Sessions\.(authHeaders|authJson|currentTokens))$/
const client = operations.filter(
  ({ data, entry }) => entry === "client" && data.endpoints.length > 0 && !others.test(data.name)
)
const started: Array<() => unknown> = []

const Form = ({ data, exportedAs, value }: (typeof operations)[number]) => {
  const action = useAction(value as typeof gatefold.Password.signIn)
  started.push(() => action.run(rightInputs(exportedAs, data.needsInput)[0] as never))
  return (
    <pre>{action.error === undefined ? "" : `${exportedAs}: ${String(action.error)} ${JSON.stringify(action)}`}</pre>
  )
}

/** All texts that can be reached from a value without calling anything: what a tool for developers can show of it. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const opened = new Set<object>()
  const queue: Array<unknown> = [value]
  for (const item of queue) {
    if (typeof item === "string") texts.push(item)
    if (
      typeof item !== "object" ||
      item === null ||
      opened.has(item) ||
      item instanceof Node ||
      opened.size > 200_000
    ) {
      continue
    }
    opened.add(item)
    if (item instanceof Map || item instanceof Set) queue.push(...[...item].flat())
    for (const key of Reflect.ownKeys(item)) {
      if (typeof key === "string") texts.push(key)
      queue.push(Object.getOwnPropertyDescriptor(item, key)?.value)
    }
  }
  return texts
}

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await act(() => new Promise((resolve) => setTimeout(resolve, 1)))
}

const lookAtPage = (container: HTMLElement) => {
  const key = Object.keys(container).find((name) => name.startsWith("__reactContainer$"))!
  // Fibers with their props, state, queues, and values of contexts.
  search.look("React tree", where, textsIn(Reflect.get(container, key)).join("\n"))
  search.look("HTML", where, container.innerHTML)
  const kept = [history.state, { ...localStorage }, { ...sessionStorage }].map((value) => JSON.stringify(value))
  search.look("browser", where, [location.href, document.cookie, ...kept].join(" "))
}

const show = async (name: string, service: Service, page: ReactNode, then: () => unknown = () => undefined) => {
  where = `${name} with ${service.name}`
  started.length = 0
  const container = document.createElement("div")
  const root = createRoot(container, {
    onCaughtError: (error) => look(search, where, error),
    onUncaughtError: (error) => look(search, where, error)
  })
  await act(async () =>
    root.render(
      <AuthProvider options={makeOptions(service)} fallback="waiting">
        <Boundary>{page}</Boundary>
      </AuthProvider>
    )
  )
  await settle()
  await act(async () => void then())
  await settle()
  lookAtPage(container)
  await act(async () => root.unmount())
}

/** Keeps a secret wherever a page can keep one, for the test of this search. */
const Leak = () => {
  const [secret] = useState(kinds.password)
  useEffect(() => {
    console.error(secret)
    history.replaceState(null, "", `/account#${secret}`)
  })
  return <p title={secret}>{secret}</p>
}

if (process.argv[3] === "leak") {
  await show("a leak", agreeing, <Leak />)
  finish()
}

const services = [...echoing.map(([service]) => service!), refusing(0), refusing(3), ...silent.slice(0, 3), agreeing]

for (const service of services) {
  await show("the current user", service, <User />)
  await show("all operations", service, <Forms />, () => Promise.allSettled(started.map((start) => start())))
  for (const path of ["magic-link-callback", "password-reset", "email-verification", "team-invitation"]) {
    history.replaceState(null, "", `/handler/${path}?code=${kinds.mailedCode}`)
    await show(`the page ${path}`, service, <AuthHandler />)
  }
  history.replaceState(null, "", "/account")
}

/* ------------------------------------------------------------------ a server */

const reads = client.filter(({ data }) => data.shows.length > 0)

for (const service of services) {
  where = `a rendering server with ${service.name}`
  const app = createClientApp({ ...makeOptions(service), tokenStore: tokens })
  let initial: DehydratedState | undefined
  for (const { data, value } of reads) {
    // What a read is called with is part of its key, by which the browser finds it.
    const read = [value as typeof gatefold.Teams.list, data.needsInput ? publicInput : undefined] as const
    try {
      initial = await dehydrate(app, [read])
      search.look("dehydrated state", where, `${serialize(initial)} ${JSON.stringify(initial)}`)
    } catch (error) {
      // What has a secret in it is refused.
      look(search, where, error)
    }
  }
  const html = (state: DehydratedState | undefined) =>
    renderToString(
      <AuthProvider options={makeOptions(service)} initial={state}>
        <Suspense fallback="waiting">
          <User />
        </Suspense>
      </AuthProvider>
    )
  search.look("server HTML", where, html(initial))
  search.look("server HTML", where, html(undefined))
  await app.dispose()
}

finish()
