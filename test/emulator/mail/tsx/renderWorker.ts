/** Renders the sources that it is given in a thread of its own, whose memory may be small. */
import { parentPort, workerData } from "node:worker_threads"
import { renderHtml } from "./render.ts"

const { sources } = workerData as {
  readonly sources: ReadonlyArray<readonly [name: string, template: string, isMarked: boolean]>
}

for (const [name, template, isMarked] of sources) {
  const html = renderHtml(template, isMarked ? { editable: ["template"] } : {})
  parentPort!.postMessage([name, html.slice(0, 200)])
}
