/**
 * The JavaScript of Expo's real packages over native modules of a phone in memory: what the packages ask of iOS and
 * Android is answered here, and nothing of the packages is replaced above it.
 */
import { createHash, randomFillSync } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { build } from "esbuild"
import type { Phone } from "./phone.ts"

export type Platform = "ios" | "android"

/** Everything below the packages: React Native, the core of Expo's modules, and the app's manifest. */
const native = (manifest: unknown) => `
  const { AppState, Linking, modules, platform } = globalThis.phone
  export const Platform = { OS: platform, select: (choices) => choices[platform] ?? choices.native ?? choices.default }
  export const processColor = (color) => color
  export { AppState, Linking }
  export class NativeModule {}
  export class CodedError extends Error {
    constructor(code, message) {
      super(message)
      this.code = code
    }
  }
  export class UnavailabilityError extends CodedError {
    constructor(module, method) {
      super("ERR_UNAVAILABLE", module + "." + method + " is not available")
    }
  }
  export const requireOptionalNativeModule = (name) => modules[name] ?? null
  export const requireNativeModule = (name) => {
    if (modules[name] === undefined) throw new Error("no native module " + name)
    return modules[name]
  }
  export const requireNativeViewManager = () => () => null
  export const ExecutionEnvironment = { Bare: "bare", Standalone: "standalone", StoreClient: "storeClient" }
  export default { executionEnvironment: "standalone", expoConfig: ${JSON.stringify(manifest)} }
`

/** What packages load on their way, and the app never uses. */
const unused = { ExpoCryptoAES: { EncryptionKey: class {}, SealedData: class {} }, ExpoLinking: {} }

/** Bundles a module of an installed app for an engine without modules; its exports are the global `notes`. */
export const bundle = async (
  folder: string,
  file: string,
  define: Readonly<Record<string, string>>
): Promise<string> => {
  const { expo } = JSON.parse(fs.readFileSync(path.join(folder, "app.json"), "utf8"))
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, file)],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    format: "iife",
    globalName: "notes",
    platform: "neutral",
    mainFields: ["react-native", "module", "main"],
    conditions: ["react-native", "import", "default"],
    define: { "process.env.NODE_ENV": '"production"', __DEV__: "false", ...define },
    plugins: [
      {
        name: "native",
        setup: ({ onLoad, onResolve }) => {
          onResolve({ filter: /^(react-native|expo|expo-modules-core|expo-constants)$/ }, () => ({
            path: "native",
            namespace: "native"
          }))
          onLoad({ filter: /.*/, namespace: "native" }, () => ({ contents: native(expo), loader: "js" }))
        }
      }
    ]
  })
  return outputFiles[0]!.text
}

/** What the packages find on a phone. */
export const makeNative = (phone: Phone, platform: Platform) => {
  const { deleteItemAsync, getItemAsync, setItemAsync } = phone.secureStore.store
  const links = new Set<(event: { readonly url: string }) => void>()
  const browser =
    platform === "ios"
      ? {
          openAuthSessionAsync: (url: string, returnUrl: string) => phone.visit(url, returnUrl),
          dismissAuthSession: () => void phone.dismissed++
        }
      : {
          // Chrome's tabs say only that they are open. The answer opens the app as a link.
          openBrowserAsync: async (url: string) => {
            void phone.visit(url, "").then((result) => {
              for (const open of links) open({ url: result.url ?? "" })
            })
            return { type: "opened" }
          }
        }
  return {
    platform,
    AppState: {
      addEventListener: (_type: string, listener: (state: string) => void) => {
        phone.listeners.add(listener)
        return { remove: () => void phone.listeners.delete(listener) }
      }
    },
    Linking: {
      addEventListener: (_type: string, listener: (event: { readonly url: string }) => void) => {
        links.add(listener)
        return { remove: () => void links.delete(listener) }
      }
    },
    modules: {
      ...unused,
      ExpoSecureStore: {
        getValueWithKeyAsync: (key: string) => getItemAsync(key),
        setValueWithKeyAsync: (value: string, key: string) => setItemAsync(key, value),
        deleteValueWithKeyAsync: (key: string) => deleteItemAsync(key)
      },
      ExpoCrypto: {
        getRandomValues: (array: Uint8Array) => void randomFillSync(array),
        digest: (algorithm: string, output: Uint8Array, data: Uint8Array) =>
          output.set(createHash(algorithm).update(data).digest())
      },
      ExpoWebBrowser: browser,
      ExpoAppleAuthentication: {
        requestAsync: async () => {
          throw Object.assign(new Error("The user canceled the authorization attempt"), {
            code: "ERR_REQUEST_CANCELED"
          })
        }
      }
    }
  }
}
