/** The providers that the emulator simulates, which are those of the service. */
export { ids as providers } from "../../../src/emulator/projects/ProviderCatalogue.ts"
