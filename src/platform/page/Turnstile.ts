/**
 * Challenges of Cloudflare Turnstile, in browsers. Its script is loaded when the first challenge is due. Elsewhere,
 * such as while a page is rendered on a server, nobody is challenged.
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hasProperty, isFunction } from "effect/Predicate"
import * as Semaphore from "effect/Semaphore"
import * as BotChallenge from "./BotChallenge.ts"

/** The options of the challenges. */
export interface TurnstileOptions {
  /** The key of the widget with invisible challenges: one of the mode "invisible", or any other. */
  readonly siteKey: string
  /** The key of the widget that is shown when the service wants more. Default: `siteKey`. */
  readonly visibleSiteKey?: string | undefined
  /** The nonce that the page's Content-Security-Policy has for scripts. */
  readonly nonce?: string | undefined
  /**
   * Where the visible challenge is shown. Default: a modal dialog (`dialog.gatefold-challenge`) with a button to
   * cancel.
   */
  readonly container?: (() => HTMLElement) | undefined
  /** The words of the dialog. */
  readonly texts?: { readonly title?: string; readonly cancel?: string } | undefined
  /** How long the script may take to load. Default: 15 seconds. */
  readonly scriptTimeout?: Duration.Input | undefined
  /** How long the invisible challenge may take. Default: 30 seconds. */
  readonly invisibleTimeout?: Duration.Input | undefined
  /** How long the user has for the visible one. Default: 2 minutes. */
  readonly visibleTimeout?: Duration.Input | undefined
}

/** The script, as Cloudflare documents it; it may not be served from elsewhere. */
const scriptUrl = "https://challenges.cloudflare.com/turnstile/v0/api.js"

interface Api {
  readonly render: (container: HTMLElement, parameters: object) => string | null | undefined
  readonly remove: (widgetId: string) => void
}

const isApi = (u: unknown): u is Api => hasProperty(u, "render") && hasProperty(u, "remove") && isFunction(u.render)

const getApi = (): Api | undefined => {
  const api: unknown = Reflect.get(globalThis, "turnstile")
  return isApi(api) ? api : undefined
}

const failUnsolved = (reason: BotChallenge.BotChallengeUnsolved["reason"], message: string) =>
  Effect.fail(new BotChallenge.BotChallengeUnsolved({ reason, message }))

const unavailable = failUnsolved("unavailable", "The challenge could not be loaded.")
const cancelled = failUnsolved("cancelled", "The challenge was cancelled.")
const failed = failUnsolved("failed", "The challenge was not solved.")
const tooLate = failUnsolved("failed", "The challenge was not solved in time.")

interface Policy {
  readonly createScriptURL: (url: string) => string
}

/** Policies by the `trustedTypes` that made them: a page may allow each name once only. */
const policies = new WeakMap<object, Policy>()

/** Where Trusted Types are required, the page's policy has to allow the name `gatefold-turnstile`. */
const trustUrl = (url: string): string => {
  const types: unknown = Reflect.get(globalThis, "trustedTypes")
  if (!hasProperty(types, "createPolicy") || !isFunction(types.createPolicy)) return url
  const policy: Policy = policies.get(types) ?? types.createPolicy("gatefold-turnstile", { createScriptURL: () => url })
  policies.set(types, policy)
  return policy.createScriptURL(url)
}

const addScript = (nonce: string | undefined): HTMLScriptElement => {
  const script = document.createElement("script")
  script.src = trustUrl(`${scriptUrl}?render=explicit`)
  script.async = true
  if (nonce !== undefined) script.nonce = nonce
  document.head.append(script)
  return script
}

/**
 * Loads the script, once for all who wait for it. A script that fails is taken out, so that the next challenge loads it
 * again. The listeners stay after the wait: the script may fail later, and its events never fire again.
 */
const load = ({ nonce, scriptTimeout = "15 seconds" }: TurnstileOptions) =>
  Effect.callback<Api, BotChallenge.BotChallengeUnsolved>((resume) => {
    const loaded = getApi()
    if (loaded !== undefined) return resume(Effect.succeed(loaded))
    let script: HTMLScriptElement
    try {
      script = document.querySelector<HTMLScriptElement>(`script[src^="${scriptUrl}"]`) ?? addScript(nonce)
    } catch {
      // The page's policy forbids it.
      return resume(unavailable)
    }
    const settle = () => {
      const api = getApi()
      if (api === undefined) script.remove()
      resume(api === undefined ? unavailable : Effect.succeed(api))
    }
    script.addEventListener("load", settle)
    script.addEventListener("error", settle)
  }).pipe(Effect.timeoutOrElse({ duration: scriptTimeout, orElse: () => unavailable }))

/** The result of the challenge after each event of the widget; undefined if the challenge continues. */
type Ends = Readonly<
  Record<string, (code: unknown) => Effect.Effect<never, BotChallenge.BotChallengeUnsolved> | undefined>
>

const always: Ends = { "unsupported-callback": () => unavailable }

/** Puts a widget into an element, and removes it when it is solved or no caller waits any more. */
const solve = (api: Api, element: HTMLElement, parameters: object, ends: Ends) =>
  Effect.suspend(() => {
    let id: string | null | undefined
    return Effect.callback<string, BotChallenge.BotChallengeUnsolved>((resume) => {
      const callbacks = Object.entries({ ...always, ...ends }).map(([name, end]) => [
        name,
        (code: unknown) => {
          const outcome = end(code)
          if (outcome !== undefined) resume(outcome)
          // Otherwise, the widget logs the error.
          return true
        }
      ])
      const callback = (token: string) => resume(Effect.succeed(token))
      try {
        id = api.render(element, { ...parameters, ...Object.fromEntries(callbacks), callback })
      } catch {
        id = undefined
      }
      if (id === undefined || id === null) resume(unavailable)
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          if (typeof id === "string") api.remove(id)
        })
      )
    )
  })

/** Codes of a wrong configuration, which nobody in front of the page can solve. */
const isMisconfigured = (code: unknown): boolean => String(code).startsWith("110")

/** An element of the page while it is used. */
const withElement = <E extends HTMLElement, A, Err>(make: () => E, use: (element: E) => Effect.Effect<A, Err>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const element = make()
      document.body.append(element)
      return element
    }),
    use,
    (element) => Effect.sync(() => element.remove())
  )

const makeHiddenElement = (): HTMLElement => {
  const element = document.createElement("div")
  element.inert = true
  element.style.position = "fixed"
  element.style.left = "-9999px"
  return element
}

/** A dialog with a place for the widget; closing it is cancelling. */
const openDialog = (
  { cancel = "Cancel", title = "Please show that you are a person" }: NonNullable<TurnstileOptions["texts"]>,
  use: (element: HTMLElement) => Effect.Effect<string, BotChallenge.BotChallengeUnsolved>
) =>
  withElement(
    () => {
      const dialog = document.createElement("dialog")
      dialog.className = "gatefold-challenge"
      dialog.ariaLabel = title
      const heading = document.createElement("p")
      heading.textContent = title
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = cancel
      button.addEventListener("click", () => dialog.close())
      dialog.append(heading, document.createElement("div"), button)
      return dialog
    },
    (dialog) =>
      Effect.raceFirst(
        Effect.callback<never, BotChallenge.BotChallengeUnsolved>((resume) => {
          dialog.addEventListener("close", () => resume(cancelled), { once: true })
          dialog.showModal()
        }),
        use(dialog.querySelector("div")!)
      )
  )

const make = (options: TurnstileOptions): BotChallenge.Solver => {
  const { container, invisibleTimeout = "30 seconds", siteKey, texts = {}, visibleTimeout = "2 minutes" } = options
  const { visibleSiteKey = siteKey } = options
  // Two dialogs at once would be one too many.
  const turn = Semaphore.makeUnsafe(1)

  const solveInvisible = (action: BotChallenge.Action) =>
    Effect.flatMap(load(options), (api) =>
      withElement(makeHiddenElement, (element) =>
        solve(
          api,
          element,
          { sitekey: siteKey, action, appearance: "interaction-only", retry: "never" },
          {
            "error-callback": (code) => (isMisconfigured(code) ? unavailable : failed),
            "before-interactive-callback": () => failed
          }
        )
      )
    ).pipe(Effect.timeoutOrElse({ duration: invisibleTimeout, orElse: () => tooLate }))

  const solveVisible = (action: BotChallenge.Action) =>
    Effect.flatMap(load(options), (api) => {
      const solveInElement = (element: HTMLElement) =>
        solve(
          api,
          element,
          { sitekey: visibleSiteKey, action, appearance: "always" },
          // The widget shows other errors, and tries again by itself.
          { "error-callback": (code) => (isMisconfigured(code) ? unavailable : undefined) }
        )
      return container === undefined
        ? openDialog(texts, solveInElement)
        : Effect.suspend(() => solveInElement(container()))
    }).pipe(Effect.timeoutOrElse({ duration: visibleTimeout, orElse: () => tooLate }), turn.withPermit)

  return { invisible: solveInvisible, visible: solveVisible }
}

/** Solves challenges with Turnstile. Give it to an app as `platform: Turnstile.layer({ siteKey })`. */
export const layer = (options: TurnstileOptions): Layer.Layer<never> =>
  Layer.sync(BotChallenge.BotChallenge, () =>
    globalThis.document === undefined ? undefined : BotChallenge.proveBy(make(options))
  )
