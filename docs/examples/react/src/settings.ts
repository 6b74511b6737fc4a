/** Where the app finds its project. The server of the demo writes this; a real app has it in its build. */

export interface Settings {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly apiUrl: string
}

const isSettings = (value: unknown): value is Settings =>
  typeof value === "object" &&
  value !== null &&
  ["projectId", "publishableClientKey", "apiUrl"].every((name) => typeof Reflect.get(value, name) === "string")

/** Reads the settings from the app's own origin. */
export const loadSettings = async (): Promise<Settings> => {
  const response = await fetch("/settings.json")
  if (!response.ok) throw new Error(`/settings.json answered with status ${response.status}`)
  const settings: unknown = await response.json().catch(() => undefined)
  if (!isSettings(settings)) {
    throw new Error(
      "/settings.json has no projectId, publishableClientKey and apiUrl; is the demo started with npm start?"
    )
  }
  return settings
}
