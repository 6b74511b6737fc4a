/** The project that the page is an app of. The same in page and worker, so its id and key are fixed. */
export const project = {
  id: "5f2b3c9e-8f0a-4c57-9a3e-0d6f3b1c7a42",
  publishableClientKey: "pck_browser_emulator",
  displayName: "Playground",
  config: { credentialEnabled: true, magicLinkEnabled: true }
} as const
