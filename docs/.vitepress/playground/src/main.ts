/** The page: an editor, examples, and what a run shows. */
import { javascript } from "@codemirror/lang-javascript"
import { syntaxHighlighting } from "@codemirror/language"
import { Prec } from "@codemirror/state"
import { EditorView, keymap } from "@codemirror/view"
import { classHighlighter } from "@lezer/highlight"
import { basicSetup } from "codemirror"
import { Effect } from "effect"
import "./style.css"
import { run } from "./run.ts"
import { makePlayground, running } from "./service.ts"
import * as show from "./show.ts"

const sources: Readonly<Record<string, string>> = import.meta.glob("./examples/*.ts", {
  query: "?raw",
  import: "default",
  eager: true
})

const examples: ReadonlyArray<readonly [name: string, title: string]> = [
  ["sign-up", "Sign up and verify an email"],
  ["errors", "Handle typed errors"],
  ["teams", "Invite a teammate"],
  ["server", "Users on a server"],
  ["clock-and-faults", "Move time, break requests"],
  ["effect", "With Effect"]
]

// Within the front page: no header of its own, and the theme that the reader chose there.
if (window.parent !== window) {
  const { documentElement: outer } = window.parent.document
  const follow = () => {
    document.documentElement.style.colorScheme = outer.classList.contains("dark") ? "dark" : "light"
  }
  document.documentElement.classList.add("is-embedded")
  new MutationObserver(follow).observe(outer, { attributeFilter: ["class"] })
  follow()
}

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const [chooser, button] = [find<HTMLSelectElement>("example"), find<HTMLButtonElement>("run")]
const [output, emails, requests] = [find("output"), find("emails"), find("requests")]

const findSource = (name: string): string => sources[`./examples/${name}.ts`] ?? ""
const wanted = new URLSearchParams(location.search).get("example")
const named = examples.find(([name]) => name === wanted)?.[0] ?? "sign-up"

for (const [name, title] of examples) chooser.add(new Option(title, name, false, name === named))

const editor = new EditorView({
  doc: findSource(named),
  parent: find("editor"),
  extensions: [
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (void start(), true) }])),
    basicSetup,
    javascript({ typescript: true }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "Program" }),
    // Colors are in the stylesheet, for both themes.
    syntaxHighlighting(classHighlighter)
  ]
})

let shown = ""

/** Shows the emails and requests so far, if there are others than before. */
const showState = async (): Promise<void> => {
  const { journal, mailbox } = await running
  const [mails, entries] = [await Effect.runPromise(mailbox.list()), await Effect.runPromise(journal.entries)]
  const state = [...mails, ...entries].map((one) => ("id" in one ? one.id : one.requestId)).join()
  if (state === shown && shown !== "") return
  shown = state
  const empty = (text: string) => show.element("p", "empty", text)
  emails.replaceChildren(...(mails.length === 0 ? [empty("Emails appear here.")] : mails.map(show.email)))
  requests.replaceChildren(...(entries.length === 0 ? [empty("Requests appear here.")] : entries.map(show.request)))
}

/** Runs the program in the editor on an emulator without users. */
const start = async (): Promise<void> => {
  if (button.disabled) return
  button.disabled = true
  output.replaceChildren()
  const emulator = await running
  await Effect.runPromise(
    Effect.all([emulator.reset, emulator.faults.clear, emulator.journal.clear, emulator.mailbox.clear])
  )
  await showState()
  const log = (...values: ReadonlyArray<unknown>) => output.append(show.line(values))
  try {
    await run(editor.state.doc.toString(), await makePlayground(), log)
    output.append(show.element("p", "done", "Done"))
  } catch (error) {
    output.append(show.failure(error))
  }
  button.disabled = false
}

chooser.addEventListener("change", () => {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: findSource(chooser.value) } })
  history.replaceState(null, "", `?example=${chooser.value}`)
})
button.addEventListener("click", () => void start())
void showState()
// Emails also arrive after the program has ended.
setInterval(() => void showState(), 300)
