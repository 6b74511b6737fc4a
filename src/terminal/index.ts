/** The modules that programs in a terminal need beyond the client. */
import * as ConfigFileTokenStore from "./ConfigFileTokenStore.ts"

export { ConfigFileTokenStore }
