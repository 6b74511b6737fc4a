import { useSyncExternalStore } from "react"
import { Button } from "../components/Button.tsx"
import { Icon } from "../components/Icon.tsx"
import { chooseTheme, currentTheme, onThemeChange } from "../lib/theme.ts"

export const ThemeToggle = () => {
  const theme = useSyncExternalStore(onThemeChange, currentTheme)
  const other = theme === "dark" ? "light" : "dark"
  return (
    <Button variant="ghost" size="icon" aria-label={`Switch to the ${other} theme`} onClick={() => chooseTheme(other)}>
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </Button>
  )
}
