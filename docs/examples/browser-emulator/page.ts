/** The page: signs up a user, verifies the address with the emailed code, and signs in again with another code. */
import { createClientApp } from "gatefold/promise"
import { project } from "./project.ts"

const write = (line: string) => {
  document.querySelector("output")!.textContent += `${line}\n`
}

/** The page is in the hands of the worker from its first visit on, because the worker claims it. */
const serviceIsThere = async (): Promise<void> => {
  const { serviceWorker } = navigator
  const controlled = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve))
  await serviceWorker.register("/service-worker.js", { type: "module" })
  if (serviceWorker.controller === null) await controlled
}

/** Waits for the next mail to an address. */
const mailTo = async (address: string): Promise<{ readonly link: string; readonly subject: string }> => {
  const query = new URLSearchParams({ to: address, withinMillis: "10000" })
  const response = await fetch(`/__emulator/mails/take?${query}`, { method: "POST" })
  return response.json()
}

const app = createClientApp({
  apiUrl: location.origin,
  projectId: project.id,
  publishableClientKey: project.publishableClientKey
})

document.querySelector("form")!.addEventListener("submit", async (event) => {
  event.preventDefault()
  const email = String(new FormData(event.currentTarget as HTMLFormElement).get("email"))
  await serviceIsThere()

  await app.password.signUp({ email, password: "correct horse battery" })
  write(`Signed up: ${(await app.currentUser.get({ or: "throw" })).primaryEmail}`)
  const { link } = await mailTo(email)
  await app.contactChannels.verify({ code: new URL(link).searchParams.get("code") ?? "" })
  write("The address is verified")
  await app.sessions.signOut()

  const { nonce } = await app.magicLink.send({ email })
  const typedCode = (await mailTo(email)).subject.slice(-6)
  write(`The code in the mail: ${typedCode}`)
  await app.magicLink.signIn({ typedCode, nonce })
  write(`Signed in: ${(await app.currentUser.get({ or: "throw" })).primaryEmail}`)
})
