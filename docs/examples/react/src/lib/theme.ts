/** Light or dark: as the system says, until the user says otherwise. */
export type Theme = "light" | "dark"

const key = "theme"

const isTheme = (value: string | null): value is Theme => value === "light" || value === "dark"

const chosen = (): Theme | undefined => {
  const value = localStorage.getItem(key)
  return isTheme(value) ? value : undefined
}

export const currentTheme = (): Theme =>
  chosen() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")

/** Shows what the user has chosen earlier. */
export const applyTheme = () => {
  const theme = chosen()
  if (theme !== undefined) document.documentElement.dataset["theme"] = theme
}

export const chooseTheme = (theme: Theme) => {
  localStorage.setItem(key, theme)
  applyTheme()
}
