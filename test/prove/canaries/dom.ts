/** Makes this process a page: loaded before everything else, because React looks for a DOM when it loads. */
import { Window } from "happy-dom"

const window = new Window({ url: "https://app.example.com/account" })
const names = [
  "document",
  "location",
  "history",
  "HTMLElement",
  "Node",
  "Element",
  "HTMLIFrameElement",
  "Event",
  "localStorage",
  "sessionStorage"
]

for (const name of ["window", ...names]) {
  const value: unknown = name === "window" ? window : Reflect.get(window, name)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
