/** What a page shows of Turnstile, and what each event of its widget means for the proof. */
import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { Window } from "happy-dom"
import { BotChallengeFailed, BotChallengeRequired } from "../../../src/domain/errors/Users.ts"
import * as BotChallenge from "../../../src/platform/page/BotChallenge.ts"
import * as Turnstile from "../../../src/platform/page/Turnstile.ts"
import { turns } from "../../support/turns.ts"

const scriptUrl = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"
const action = "send_magic_link_email"
const invisible = { botChallengeToken: "token", botChallengePhase: "invisible" }
const visible = { botChallengeToken: "token", botChallengePhase: "visible" }
const unavailable = { botChallengeUnavailable: "true" }
const failedWith = (message: string) => Exit.fail(new BotChallengeFailed({ details: { message } }))

/** Cloudflare's script, once it has run. */
const makeWidgets = () => {
  const widgets: Array<{ element: Element; parameters: Record<string, unknown>; isThere: boolean }> = []
  return {
    widgets,
    api: {
      render: (element: Element, parameters: Record<string, unknown>): unknown => {
        widgets.push({ element, parameters, isThere: true })
        return `widget ${widgets.length - 1}`
      },
      remove: (id: string) => {
        widgets[Number(id.replace("widget ", ""))]!.isThere = false
      }
    },
    /** Lets the latest widget say something. */
    say: (name: string, value?: unknown) => {
      const callback = widgets.at(-1)?.parameters[name]
      if (typeof callback !== "function") throw new Error(`nobody listens to ${name}`)
      return callback(value)
    }
  }
}

const scripts = () => Array.from(document.querySelectorAll("script"))
const happens = (type: "load" | "error") => scripts()[0]!.dispatchEvent(new Event(type))
const dialogs = () => Array.from(document.querySelectorAll("dialog"))

/** Begins to send a request, to a service that wants the visible challenge if `wants` says so. */
const begin = Effect.fnUntraced(function* (options: Partial<Turnstile.TurnstileOptions> = {}, wants = "invisible") {
  const proofs: Array<BotChallenge.Proof> = []
  const send = (proof: BotChallenge.Proof) =>
    Effect.suspend(() => {
      proofs.push(proof)
      return wants === proof.botChallengePhase || proof.botChallengePhase !== "invisible"
        ? Effect.succeed("sent")
        : Effect.fail(new BotChallengeRequired())
    })
  const fiber = yield* BotChallenge.prove(action, send).pipe(
    Effect.provide(Turnstile.layer({ siteKey: "key", ...options })),
    Effect.forkChild({ startImmediately: true })
  )
  yield* turns()
  return { proofs, fiber, exit: Fiber.await(fiber) }
})

/** The same, up to the visible challenge. */
const beginVisible = Effect.fnUntraced(function* (
  say: ReturnType<typeof makeWidgets>["say"],
  options: Partial<Turnstile.TurnstileOptions> = {}
) {
  const begun = yield* begin(options, "visible")
  say("callback", "token")
  yield* turns()
  return begun
})

beforeEach(() => {
  const { document, Event } = new Window({ url: "https://app.example.com/" })
  vi.stubGlobal("document", document)
  vi.stubGlobal("Event", Event)
})
afterEach(() => vi.unstubAllGlobals())

describe("the script of Turnstile", () => {
  it.effect("loads with the first challenge, once for all callers", () =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      const first = yield* begin({ nonce: "n0nce" })
      const second = yield* begin()
      expect(scripts().map(({ async, nonce, src }) => ({ async, nonce, src }))).toStrictEqual([
        { async: true, nonce: "n0nce", src: scriptUrl }
      ])
      expect(widgets).toStrictEqual([])
      vi.stubGlobal("turnstile", api)
      happens("load")
      yield* turns()
      expect(widgets.length).toBe(2)
      for (const { parameters } of widgets) (parameters["callback"] as (token: string) => void)("token")
      expect({ first: yield* first.exit, second: yield* second.exit }).toStrictEqual({
        first: Exit.succeed("sent"),
        second: Exit.succeed("sent")
      })
      expect({ first: first.proofs, second: second.proofs }).toStrictEqual({ first: [invisible], second: [invisible] })
      yield* begin()
      say("callback", "token")
      expect(scripts().length).toBe(1)
    })
  )

  it.effect("has no nonce unless there is one", () =>
    Effect.gen(function* () {
      const before = document.createElement("script").nonce
      yield* begin()
      expect(scripts()[0]!.nonce).toStrictEqual(before)
    })
  )

  it.effect("is taken out when it fails, so that the next challenge tries again", () =>
    Effect.gen(function* () {
      for (const round of [1, 2]) {
        const { exit, proofs } = yield* begin()
        expect(scripts().length, `round ${round}`).toBe(1)
        happens("error")
        yield* exit
        expect(proofs, `round ${round}`).toStrictEqual([unavailable])
        expect(scripts(), `round ${round}`).toStrictEqual([])
      }
    })
  )

  it.effect.each([
    ["nothing", undefined],
    ["half of it", { render: () => "id" }],
    ["the other half", { remove: () => {} }],
    ["no functions", { render: "render", remove: "remove" }]
  ] as const)("cannot be used if it has loaded %s", ([_, api]) =>
    Effect.gen(function* () {
      const { exit, proofs } = yield* begin()
      vi.stubGlobal("turnstile", api)
      happens("load")
      yield* exit
      expect(proofs).toStrictEqual([unavailable])
    })
  )

  it.effect.each([
    ["15 seconds", {}],
    ["3 seconds", { scriptTimeout: "3 seconds" }]
  ] as const)("has %s to load", ([time, options]) =>
    Effect.gen(function* () {
      const { exit, proofs } = yield* begin(options)
      yield* TestClock.adjust(time === "15 seconds" ? "14999 millis" : "2999 millis")
      expect(proofs).toStrictEqual([])
      yield* TestClock.adjust("1 millis")
      yield* exit
      expect(proofs).toStrictEqual([unavailable])
    })
  )

  it.effect("is taken out when it fails after its time, so that the next challenge tries again", () =>
    Effect.gen(function* () {
      const { exit } = yield* begin()
      yield* TestClock.adjust("15 seconds")
      yield* exit
      happens("error")
      expect(scripts()).toStrictEqual([])
      const next = yield* begin()
      vi.stubGlobal("turnstile", makeWidgets().api)
      happens("load")
      yield* turns()
      expect(next.proofs).toStrictEqual([])
      expect(scripts().length).toBe(1)
    })
  )

  it.effect("goes through the page's policy where Trusted Types are required", () =>
    Effect.gen(function* () {
      const createPolicy = vi.fn((_: string, rules: { createScriptURL: (url: string) => string }) => ({
        createScriptURL: (url: string) => `${rules.createScriptURL(url)}&trusted`
      }))
      vi.stubGlobal("trustedTypes", { createPolicy })
      yield* begin()
      expect(createPolicy.mock.calls.map(([name]) => name)).toStrictEqual(["gatefold-turnstile"])
      expect(scripts()[0]!.src).toBe(`${scriptUrl}&trusted`)
    })
  )

  it.effect("loads again after a failure where the page allows its policy once", () =>
    Effect.gen(function* () {
      const createPolicy = vi.fn((_: string, rules: object): object => {
        if (createPolicy.mock.calls.length > 1) throw new TypeError("A policy with this name exists")
        return rules
      })
      vi.stubGlobal("trustedTypes", { createPolicy })
      const { exit } = yield* begin()
      happens("error")
      yield* exit
      yield* begin()
      expect(scripts().map(({ src }) => src)).toStrictEqual([scriptUrl])
    })
  )

  it.effect("is not loaded where the page's policy forbids it", () =>
    Effect.gen(function* () {
      const createPolicy = () => {
        throw new TypeError("refused")
      }
      vi.stubGlobal("trustedTypes", { createPolicy })
      const { exit, proofs } = yield* begin()
      yield* exit
      expect(proofs).toStrictEqual([unavailable])
      expect(scripts()).toStrictEqual([])
    })
  )

  it.effect.each([{}, { createPolicy: "none" }])("is loaded where the page has the trusted types $0", (trustedTypes) =>
    Effect.gen(function* () {
      vi.stubGlobal("trustedTypes", trustedTypes)
      yield* begin()
      expect(scripts()[0]!.src).toBe(scriptUrl)
    })
  )
})

describe("the invisible challenge", () => {
  it.effect("is out of sight while it lasts", () =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { exit } = yield* begin({ visibleSiteKey: "other" })
      const [widget] = widgets
      expect(widget!.parameters).toMatchObject({
        sitekey: "key",
        action,
        appearance: "interaction-only",
        retry: "never"
      })
      const element = widget!.element as HTMLElement
      expect(element.parentElement).toBe(document.body)
      expect({
        tagName: element.tagName,
        inert: element.inert,
        position: element.style.position,
        left: element.style.left
      }).toStrictEqual({ tagName: "DIV", inert: true, position: "fixed", left: "-9999px" })
      say("callback", "token")
      yield* exit
      expect({ isThere: widget!.isThere, children: document.body.children.length }).toStrictEqual({
        isThere: false,
        children: 0
      })
    })
  )

  it.effect("removes its elements when its caller has gone", () =>
    Effect.gen(function* () {
      const { api, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { fiber } = yield* begin()
      yield* Fiber.interrupt(fiber)
      expect({ isThere: widgets[0]!.isThere, children: document.body.children.length }).toStrictEqual({
        isThere: false,
        children: 0
      })
    })
  )

  it.effect.each([
    ["the widget's key is wrong", "error-callback", "110200", "unavailable"],
    ["the browser is too old", "unsupported-callback", undefined, "unavailable"],
    ["it does not work", "error-callback", 300_110, "visible"],
    ["the user has to do something", "before-interactive-callback", undefined, "visible"]
  ] as const)("if %s", ([_, event, value, outcome]) =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { proofs } = yield* begin()
      expect(say(event, value)).toBe(true)
      yield* turns()
      expect(proofs).toStrictEqual(outcome === "visible" ? [] : [unavailable])
      expect(widgets.map(({ isThere }) => isThere)).toStrictEqual(outcome === "visible" ? [false, true] : [false])
    })
  )

  it.effect.each([
    ["half a minute", {}, 30_000],
    ["the given time", { invisibleTimeout: "2 seconds" }, 2000]
  ] as const)("times out after %s", ([, options, millis]) =>
    Effect.gen(function* () {
      const { api } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { fiber } = yield* begin(options)
      yield* TestClock.adjust(millis - 1)
      expect(dialogs()).toStrictEqual([])
      yield* TestClock.adjust(1)
      yield* turns()
      expect(dialogs().length).toBe(1)
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect.each([
    [
      "throws",
      (): unknown => {
        throw new Error("no")
      }
    ],
    ["answers null", (): unknown => null],
    ["answers nothing", (): unknown => undefined]
  ] as const)("cannot be shown if the script %s", ([_, render]) =>
    Effect.gen(function* () {
      const remove = vi.fn()
      vi.stubGlobal("turnstile", { render, remove })
      const { exit, proofs } = yield* begin()
      yield* exit
      expect(proofs).toStrictEqual([unavailable])
      expect(remove).not.toHaveBeenCalled()
    })
  )
})

describe("the visible challenge", () => {
  it.effect("is shown in a dialog", () =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { exit, proofs } = yield* beginVisible(say, { visibleSiteKey: "other" })
      const [dialog, ...others] = dialogs()
      expect(others).toStrictEqual([])
      expect(dialog).toMatchObject({
        open: true,
        className: "gatefold-challenge",
        ariaLabel: "Please show that you are a person",
        parentElement: document.body
      })
      expect(Array.from(dialog!.children, ({ tagName, textContent }) => [tagName, textContent])).toStrictEqual([
        ["P", "Please show that you are a person"],
        ["DIV", ""],
        ["BUTTON", "Cancel"]
      ])
      expect(dialog!.querySelector("button")!.type).toBe("button")
      expect(widgets.at(-1)!.element).toBe(dialog!.querySelector("div"))
      expect(widgets.at(-1)!.parameters).toMatchObject({ sitekey: "other", action, appearance: "always" })
      say("callback", "token")
      expect(yield* exit).toStrictEqual(Exit.succeed("sent"))
      expect(proofs).toStrictEqual([invisible, visible])
      expect([dialogs(), widgets.map(({ isThere }) => isThere)]).toStrictEqual([[], [false, false]])
    })
  )

  it.effect("has the texts and the key that the app passes", () =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      yield* beginVisible(say, { texts: { title: "Bist du es?", cancel: "Nein" } })
      const [dialog] = dialogs()
      expect({ ariaLabel: dialog!.ariaLabel, textContent: dialog!.querySelector("p")!.textContent }).toStrictEqual({
        ariaLabel: "Bist du es?",
        textContent: "Bist du es?"
      })
      expect(dialog!.querySelector("button")!.textContent).toBe("Nein")
      expect(widgets.at(-1)!.parameters).toMatchObject({ sitekey: "key" })
    })
  )

  it.effect.each([
    ["its button", () => dialogs()[0]!.querySelector("button")!.click()],
    ["the page", () => dialogs()[0]!.close()]
  ] as const)("is cancelled when %s closes the dialog", ([, close]) =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { exit, proofs } = yield* beginVisible(say)
      close()
      expect(yield* exit).toStrictEqual(failedWith("The challenge was cancelled."))
      expect(proofs).toStrictEqual([invisible])
      expect({ dialogs: dialogs(), isThere: widgets.at(-1)!.isThere }).toStrictEqual({ dialogs: [], isThere: false })
    })
  )

  it.effect("continues after an error that the widget shows, but not with a wrong key", () =>
    Effect.gen(function* () {
      const { api, say } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { exit, proofs } = yield* beginVisible(say)
      expect(say("error-callback", "300030")).toBe(true)
      yield* turns()
      expect(dialogs().length).toBe(1)
      say("error-callback", "110100")
      yield* exit
      expect(proofs).toStrictEqual([invisible, unavailable])
    })
  )

  it.effect.each([
    ["2 minutes", {}, 120_000],
    ["what the app says", { visibleTimeout: "5 seconds" }, 5000]
  ] as const)("lasts %s", ([_, options, millis]) =>
    Effect.gen(function* () {
      const { api, say } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const { exit } = yield* beginVisible(say, options)
      yield* TestClock.adjust(millis - 1)
      expect(dialogs().length).toBe(1)
      yield* TestClock.adjust(1)
      expect(yield* exit).toStrictEqual(failedWith("The challenge was not solved in time."))
      expect(dialogs()).toStrictEqual([])
    })
  )

  it.effect("is shown where the app wants it", () =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const place = document.createElement("section")
      document.body.append(place)
      yield* beginVisible(say, { container: () => place })
      expect(dialogs()).toStrictEqual([])
      expect(widgets.at(-1)!.element).toBe(place)
    })
  )

  it.effect("waits for another one to end", () =>
    Effect.gen(function* () {
      const { api, say, widgets } = makeWidgets()
      vi.stubGlobal("turnstile", api)
      const send = (proof: BotChallenge.Proof) =>
        proof.botChallengePhase === "invisible" ? Effect.fail(new BotChallengeRequired()) : Effect.succeed("sent")
      const proof = BotChallenge.prove(action, send)
      const fiber = yield* Effect.all([proof, proof], { concurrency: "unbounded" }).pipe(
        Effect.provide(Turnstile.layer({ siteKey: "key" })),
        Effect.forkChild({ startImmediately: true })
      )
      for (const { parameters } of widgets.slice()) (parameters["callback"] as (token: string) => void)("token")
      for (const round of [1, 2]) {
        yield* turns()
        expect(dialogs().length, `round ${round}`).toBe(1)
        say("callback", "token")
      }
      expect(yield* Fiber.join(fiber)).toStrictEqual(["sent", "sent"])
      expect(dialogs()).toStrictEqual([])
    })
  )
})

describe("outside of pages", () => {
  it.effect("nobody is challenged", () =>
    Effect.gen(function* () {
      vi.stubGlobal("document", undefined)
      const { exit, proofs } = yield* begin()
      expect(yield* exit).toStrictEqual(Exit.succeed("sent"))
      expect(proofs).toStrictEqual([{}])
    })
  )
})
