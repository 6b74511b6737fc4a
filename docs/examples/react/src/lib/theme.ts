/** Light or dark: as the system says, until the user says otherwise. */
export type Theme = "light" | "dark"

const key = "theme"

const systemIsDark = matchMedia("(prefers-color-scheme: dark)")

const listeners = new Set<() => void>()

const isTheme = (value: string | null): value is Theme => value === "light" || value === "dark"

const chosen = (): Theme | undefined => {
  const value = localStorage.getItem(key)
  return isTheme(value) ? value : undefined
}

export const currentTheme = (): Theme => chosen() ?? (systemIsDark.matches ? "dark" : "light")

/** Hears of the user's choice, and of the system's. */
export const onThemeChange = (listener: () => void) => {
  listeners.add(listener)
  systemIsDark.addEventListener("change", listener)
  return () => {
    listeners.delete(listener)
    systemIsDark.removeEventListener("change", listener)
  }
}

/** Shows what the user has chosen earlier. */
export const applyTheme = () => {
  const theme = chosen()
  if (theme !== undefined) document.documentElement.dataset["theme"] = theme
}

export const chooseTheme = (theme: Theme) => {
  localStorage.setItem(key, theme)
  applyTheme()
  listeners.forEach((listener) => listener())
}
