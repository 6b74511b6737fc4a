import { useState } from "react"
import { Button } from "../components/Button.tsx"
import { Icon } from "../components/Icon.tsx"
import { chooseTheme, currentTheme } from "../lib/theme.ts"

export const ThemeToggle = () => {
  const [theme, setTheme] = useState(currentTheme)
  const other = theme === "dark" ? "light" : "dark"
  const toggle = () => {
    chooseTheme(other)
    setTheme(other)
  }
  return (
    <Button variant="ghost" size="icon" aria-label={`Switch to the ${other} theme`} onClick={toggle}>
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </Button>
  )
}
