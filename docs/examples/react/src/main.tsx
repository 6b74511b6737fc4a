import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { FatalError } from "#screens/components/FatalError"
import { App } from "./App.tsx"
import { applyTheme } from "./lib/theme.ts"
import { loadSettings } from "./settings.ts"

applyTheme()

const container = document.querySelector("#root")
if (container === null) throw new Error("The page has no #root")
const root = createRoot(container)

try {
  const settings = await loadSettings()
  root.render(
    <StrictMode>
      <App settings={settings} />
    </StrictMode>
  )
} catch (error) {
  root.render(<FatalError error={error} />)
}
