import { useSyncExternalStore } from "react"
import { Button } from "#screens/components/Button"
import { Icon } from "#screens/components/Icon"
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
