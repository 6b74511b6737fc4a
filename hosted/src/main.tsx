/** The pages that the emulator hosts for each project, in the place of the service's own. */
import { createRoot } from "react-dom/client"
import { FatalError } from "#screens/components/FatalError"
import { App } from "./App.tsx"
import { arrive, isLeaving } from "./arrive.ts"

const container = document.querySelector("#root")
if (container === null) throw new Error("The page has no #root")
const root = createRoot(container)

try {
  const arrival = await arrive()
  if (arrival !== isLeaving) root.render(<App {...arrival} />)
} catch (error) {
  root.render(<FatalError error={error} />)
}
