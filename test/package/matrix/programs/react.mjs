/** Signs somebody up on a page, as React shows it. */
import { Window } from "happy-dom"

const window = new Window({ url: "http://localhost:3000/" })
for (const name of ["window", "document", "HTMLElement", "Node", "location", "history"]) {
  Object.defineProperty(globalThis, name, { value: name === "window" ? window : window[name], configurable: true })
}
const { createElement } = await import("react")
const { createRoot } = await import("react-dom/client")
const { Http, Password } = await import("gatefold")
const { toFetchHandler } = await import("gatefold/emulator")
const { createClientApp } = await import("gatefold/promise/effect")
const { AuthProvider, useAction, useUser } = await import("gatefold/react")

const service = toFetchHandler({ passwordCost: "insecure-fast" })
const { baseUrl, internal } = await service.emulator
const http = Http.layerHandler(service.fetch)
const app = createClientApp({
  ...internal,
  apiUrl: baseUrl,
  appUrl: "http://localhost:3000",
  http,
  tokenStore: "memory"
})

const credentials = { email: "ann@example.org", password: "correct horse battery staple" }
const Page = () => {
  const user = useUser()
  const signUp = useAction(Password.signUp)
  return user === null
    ? createElement("button", { onClick: () => signUp.run(credentials) }, "Sign up")
    : createElement("p", null, `Hello ${user.primaryEmail}`)
}

const seen = (text) =>
  new Promise((resolve, reject) => {
    const look = () => (document.body.textContent.includes(text) ? resolve() : undefined)
    setInterval(look, 10)
    setTimeout(() => reject(new Error(`no ${text}: ${document.body.innerHTML}`)), 60_000)
  })

document.body.innerHTML = "<div></div>"
const root = createRoot(document.querySelector("div"))
root.render(createElement(AuthProvider, { app }, createElement(Page)))
await seen("Sign up")
document.querySelector("button").click()
await seen("Hello ann@example.org")
process.exit(0)
