/** The colors of the app, by day and by night. */
import { useColorScheme } from "react-native"

const light = {
  page: "#ffffff",
  text: "#111827",
  quiet: "#4b5563",
  line: "#6b7280",
  accent: "#1d4ed8",
  alert: "#b91c1c"
}
const dark = {
  page: "#0f172a",
  text: "#f1f5f9",
  quiet: "#cbd5e1",
  line: "#94a3b8",
  accent: "#1d4ed8",
  alert: "#fca5a5"
}

export const useColors = () => (useColorScheme() === "dark" ? dark : light)
