/** Runs in the browser: mounts a subject, waits until every component shows the user, and takes it away again. */
import { createRoot } from "react-dom/client"
import { settings, type Subject } from "./Subject.ts"

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const once = async (subject: Subject, count: number): Promise<number> => {
  const tree = await subject(count)
  const container = document.createElement("div")
  document.body.append(container)
  const names = settings().name.repeat(count)
  const settled = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (container.textContent !== names) return
      observer.disconnect()
      resolve(performance.now())
    })
    observer.observe(container, { characterData: true, childList: true, subtree: true })
  })
  const root = createRoot(container)
  const start = performance.now()
  root.render(tree)
  const millis = (await settled) - start
  // Effects that wait for the paint belong to the cost, and must not fall into the next mount.
  await pause(20)
  root.unmount()
  container.remove()
  await pause(20)
  return millis
}

/** Lets the driver call a subject; answers how long each mount took to settle. */
export const serve = (subject: Subject): void => {
  Object.assign(globalThis, {
    mount: async (count: number, times: number) => {
      const millis: Array<number> = []
      for (let i = 0; i < times; i++) millis.push(await once(subject, count))
      return millis
    }
  })
}
