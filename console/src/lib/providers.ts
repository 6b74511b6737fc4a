/** The providers of the service. The emulator simulates all of them. */
export { ids as providers } from "../../../src/emulator/projects/ProviderCatalog.ts"
