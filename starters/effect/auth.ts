import * as ServerAppConfig from "gatefold/server/config"

/** Your project. None of these options is secret. */
export const options = {
{{options}}
}

/** Your project with its secret key, from environment variables. The operations of gatefold/server need it. */
export const AuthLive = ServerAppConfig.layerConfig()
