// app.ts
import { Navigation } from "gatefold"
import { createClientApp } from "gatefold/promise"

export const app = createClientApp({
  projectId: "your-project-id",
  publishableClientKey: "pck_your_key",
  tokenStore: "cookie",
  navigation: Navigation.layerWindow
})
