import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { applyTheme } from "../../docs/examples/react/src/lib/theme.ts"
import { App } from "./App.tsx"

applyTheme()

const container = document.querySelector("#root")
if (container === null) throw new Error("The page has no #root")
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>
)
